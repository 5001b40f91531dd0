__global__ void kernel(float *out, cudaTextureObject_t object); // REFUSED: textures
