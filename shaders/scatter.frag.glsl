/* An alpha of one marks a pixel that was written while the whole palette was there: so a lost vertex cannot pass for one
 * at the origin, nor a lost matrix for zero. */

void main()
{
  out_position = scatter_position;
  out_normal = scatter_normal;
}
