/* The alpha of one is the mark that a pixel was written, with the whole palette at hand: a lost vertex cannot pass for
 * one at the origin, nor can a lost matrix for zero. */

void main()
{
  out_position = scatter_position;
  out_normal = scatter_normal;
}
