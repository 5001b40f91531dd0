__global__ void kernel(float *out, unsigned long long object)
{
    out[0] = tex1Dfetch<float>(object, 3); // REFUSED: textures
}
