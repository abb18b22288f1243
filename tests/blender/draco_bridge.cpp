/* The functions of Blender's Draco library that the add-on calls, on a Draco that is installed here: official builds of
 * Blender bring such a library, its Python module only in some versions. Signatures: intern/draco_bridge/intern/decoder.h. */

#include <cstdint>
#include <cstring>
#include <map>
#include <memory>
#include <string>
#include <vector>

#include "draco/compression/decode.h"

struct Decoder {
	std::unique_ptr<draco::Mesh> mesh;
	std::vector<uint32_t> indices;
	std::map<size_t, std::vector<uint8_t>> attributes;
};

template <typename T>
static bool read(const draco::PointAttribute &attribute, uint32_t points, size_t columns, std::vector<uint8_t> &out)
{
	out.resize(points * columns * sizeof(T));
	for (uint32_t i = 0; i < points; ++i) {
		T *row = reinterpret_cast<T *>(out.data()) + i * columns;
		if (!attribute.ConvertValue(attribute.mapped_index(draco::PointIndex(i)), row)) return false;
	}
	return true;
}

extern "C" {

Decoder *decoderCreate() { return new Decoder; }

void decoderRelease(Decoder *decoder) { delete decoder; }

bool decoderDecode(Decoder *decoder, void *data, size_t length)
{
	draco::DecoderBuffer buffer;
	buffer.Init(static_cast<char *>(data), length);
	auto decoded = draco::Decoder().DecodeMeshFromBuffer(&buffer);
	if (!decoded.ok()) return false;
	decoder->mesh = std::move(decoded).value();
	return true;
}

uint32_t decoderGetVertexCount(Decoder *decoder) { return decoder->mesh->num_points(); }

uint32_t decoderGetIndexCount(Decoder *decoder) { return decoder->mesh->num_faces() * 3; }

bool decoderReadAttribute(Decoder *decoder, uint32_t id, size_t component, char *kind)
{
	const auto *attribute = decoder->mesh->GetAttributeByUniqueId(id);
	if (!attribute) return false;
	const size_t columns = std::strcmp(kind, "SCALAR") ? kind[3] - '0' : 1;
	const uint32_t points = decoder->mesh->num_points();
	auto &out = decoder->attributes[id];
	switch (component) {
		case 5120: return read<int8_t>(*attribute, points, columns, out);
		case 5121: return read<uint8_t>(*attribute, points, columns, out);
		case 5122: return read<int16_t>(*attribute, points, columns, out);
		case 5123: return read<uint16_t>(*attribute, points, columns, out);
		case 5125: return read<uint32_t>(*attribute, points, columns, out);
		case 5126: return read<float>(*attribute, points, columns, out);
		default: return false;
	}
}

size_t decoderGetAttributeByteLength(Decoder *decoder, size_t id) { return decoder->attributes[id].size(); }

void decoderCopyAttribute(Decoder *decoder, size_t id, void *out)
{
	std::memcpy(out, decoder->attributes[id].data(), decoder->attributes[id].size());
}

bool decoderReadIndices(Decoder *decoder, size_t component)
{
	for (uint32_t f = 0; f < decoder->mesh->num_faces(); ++f)
		for (const auto &corner : decoder->mesh->face(draco::FaceIndex(f))) decoder->indices.push_back(corner.value());
	return component == 5125;
}

size_t decoderGetIndicesByteLength(Decoder *decoder) { return decoder->indices.size() * sizeof(uint32_t); }

void decoderCopyIndices(Decoder *decoder, void *out)
{
	std::memcpy(out, decoder->indices.data(), decoder->indices.size() * sizeof(uint32_t));
}
}
