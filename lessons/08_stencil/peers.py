"""heat_1d, heat_2d, heat_3d and heat_steps in other libraries: array 0 holds temperatures, array 1
gets those of the next step, or in heat_steps those after four."""

from peer import Book

BOOK = Book()
peer = BOOK.peer

RADIUS, WEIGHTS, STEPS = 4, 9, 4  # as in kernels/08_stencil.h


def shape_of(run):
    """Planes, rows and columns of the cells, as the workload says them."""
    return tuple(int(run.scalars[i]) for i in range(3))


def plate(run, array):
    """Arrays 0 and 1 as plates: array() is run.numpy, run.cupy, ..."""
    _, rows, columns = shape_of(run)
    return array(0).reshape(rows, columns), array(1).reshape(rows, columns)


def block(run, array):
    """Arrays 0 and 1 as blocks of cells."""
    return array(0).reshape(shape_of(run)), array(1).reshape(shape_of(run))


def rate_of(run):
    """What a cell gives to a neighbour."""
    return run.scalar(3)


def kept(run, dimensions):
    """What a cell keeps."""
    return run.dtype_of(1 - 2 * dimensions * run.scalars[3])


def cross(run, dimensions):
    """The weights of one step in a square or a cube, with zeros in its corners."""
    import numpy

    weights = numpy.zeros((3,) * dimensions, run.dtype)
    for axis in range(dimensions):
        for place in (0, 2):
            weights[tuple(place if axis == other else 1 for other in range(dimensions))] = rate_of(run)
    weights[(1,) * dimensions] = kept(run, dimensions)
    return weights


# ---- heat_1d -------------------------------------------------------------------------------------


def rod(run, array):
    """The temperatures, those of the next step, and the weights."""
    return array(0), array(1), array(2, WEIGHTS)


@peer("heat_1d", "numpy")
def heat_1d_numpy(run):
    """numpy.convolve()"""
    import numpy

    a, b, weights = rod(run, run.numpy)
    return lambda: numpy.copyto(b, numpy.convolve(a, weights)[RADIUS : RADIUS + run.n])


@peer("heat_1d", "numba")
def heat_1d_numba(run):
    """a parallel loop over blocks of elements, the ends of the rod by themselves"""
    import numba

    @numba.njit(parallel=True, fastmath=True)
    def smooth(a, b, w):
        n = len(a)
        for chunk in numba.prange((n + 4095) // 4096):
            begin, end = chunk * 4096, min(chunk * 4096 + 4096, n)
            for i in range(max(begin, RADIUS), min(end, n - RADIUS)):
                b[i] = (
                    w[0] * a[i - 4] + w[1] * a[i - 3] + w[2] * a[i - 2] + w[3] * a[i - 1] + w[4] * a[i]
                    + w[5] * a[i + 1] + w[6] * a[i + 2] + w[7] * a[i + 3] + w[8] * a[i + 4]
                )
        for i in range(n):
            if i == RADIUS and n > 2 * RADIUS:
                break
            b[i] = end_of_rod(a, w, i)
        for i in range(max(n - RADIUS, 0), n):
            b[i] = end_of_rod(a, w, i)

    @numba.njit
    def end_of_rod(a, w, i):
        total = a.dtype.type(0)
        for j in range(WEIGHTS):
            if 0 <= i + j - RADIUS < len(a):
                total += w[j] * a[i + j - RADIUS]
        return total

    a, b, weights = rod(run, run.numpy)
    return lambda: smooth(a, b, weights)


@peer("heat_1d", "cupy")
def heat_1d_cupy(run):
    """cupyx.scipy.ndimage.convolve1d()"""
    from cupyx.scipy import ndimage

    a, b, weights = rod(run, run.cupy)
    return lambda: ndimage.convolve1d(a, weights, output=b, mode="constant")


@peer("heat_1d", "torch")
def heat_1d_torch(run):
    """torch.nn.functional.conv1d(), and a copy of its result"""
    import torch

    torch.backends.cudnn.allow_tf32 = False
    a, b, weights = rod(run, run.torch)
    a, weights = a.view(1, 1, -1), weights.view(1, 1, -1)
    convolve = torch.nn.functional.conv1d
    return lambda: b.copy_(convolve(a, weights, padding=RADIUS).view(-1))


@peer("heat_1d", "numba_cuda")
def heat_1d_numba_cuda(run):
    """a kernel with an element a thread"""
    from numba import cuda

    @cuda.jit
    def smooth(a, b, w):
        i = cuda.grid(1)
        if i < a.size:
            total = a.dtype.type(0)
            for j in range(WEIGHTS):
                if 0 <= i + j - RADIUS < a.size:
                    total += w[j] * a[i + j - RADIUS]
            b[i] = total

    a, b, weights = rod(run, run.numba)
    launch = smooth[(run.n + 255) // 256, 256, cuda.external_stream(run.stream)]
    return lambda: launch(a, b, weights)


# ---- heat_2d, heat_3d and heat_steps in NumPy and CuPy -------------------------------------------


def step_numpy(a, b, rate, part):
    """One step from a to b; `part` holds what each cell gives to each neighbour."""
    import numpy

    numpy.multiply(a, 1 - 2 * a.ndim * rate, out=b)
    numpy.multiply(a, rate, out=part)
    for axis in range(a.ndim):
        to, given = numpy.moveaxis(b, axis, 0), numpy.moveaxis(part, axis, 0)
        to[1:] += given[:-1]
        to[:-1] += given[1:]


@peer("heat_2d", "numpy")
def heat_2d_numpy(run):
    """sums of slices"""
    import numpy

    a, b = plate(run, run.numpy)
    rate, part = rate_of(run), numpy.empty_like(a)
    return lambda: step_numpy(a, b, rate, part)


@peer("heat_3d", "numpy")
def heat_3d_numpy(run):
    """sums of slices"""
    import numpy

    a, b = block(run, run.numpy)
    rate, part = rate_of(run), numpy.empty_like(a)
    return lambda: step_numpy(a, b, rate, part)


@peer("heat_steps", "numpy")
def heat_steps_numpy(run):
    """four times sums of slices"""
    import numpy

    a, b = plate(run, run.numpy)
    rate, part, between = rate_of(run), numpy.empty_like(a), numpy.empty_like(a)

    def four_steps():
        step_numpy(a, between, rate, part)
        step_numpy(between, b, rate, part)
        step_numpy(b, between, rate, part)
        step_numpy(between, b, rate, part)

    return four_steps


@peer("heat_2d", "cupy")
def heat_2d_cupy(run):
    """cupyx.scipy.ndimage.convolve()"""
    import cupy
    from cupyx.scipy import ndimage

    a, b = plate(run, run.cupy)
    weights = cupy.asarray(cross(run, 2))
    return lambda: ndimage.convolve(a, weights, output=b, mode="constant")


@peer("heat_3d", "cupy")
def heat_3d_cupy(run):
    """cupyx.scipy.ndimage.convolve()"""
    import cupy
    from cupyx.scipy import ndimage

    a, b = block(run, run.cupy)
    weights = cupy.asarray(cross(run, 3))
    return lambda: ndimage.convolve(a, weights, output=b, mode="constant")


# ---- Numba ---------------------------------------------------------------------------------------


def numba_plate_step():
    """A step of a plate: rows in parallel, and the cells of an edge by themselves."""
    import numba

    @numba.njit
    def edge(a, b, y, x, keep, rate):
        rows, columns = a.shape
        around = a.dtype.type(0)
        if y > 0:
            around += a[y - 1, x]
        if y + 1 < rows:
            around += a[y + 1, x]
        if x > 0:
            around += a[y, x - 1]
        if x + 1 < columns:
            around += a[y, x + 1]
        b[y, x] = keep * a[y, x] + rate * around

    @numba.njit(parallel=True)
    def step(a, b, keep, rate):
        rows, columns = a.shape
        for y in numba.prange(rows):
            if 0 < y < rows - 1 and columns > 1:
                for x in range(1, columns - 1):
                    around = a[y - 1, x] + a[y + 1, x] + a[y, x - 1] + a[y, x + 1]
                    b[y, x] = keep * a[y, x] + rate * around
                edge(a, b, y, 0, keep, rate)
                edge(a, b, y, columns - 1, keep, rate)
            else:
                for x in range(columns):
                    edge(a, b, y, x, keep, rate)

    return step


@peer("heat_2d", "numba")
def heat_2d_numba(run):
    """a parallel loop over the rows"""
    a, b = plate(run, run.numpy)
    step, keep, rate = numba_plate_step(), kept(run, 2), rate_of(run)
    return lambda: step(a, b, keep, rate)


@peer("heat_steps", "numba")
def heat_steps_numba(run):
    """four times a parallel loop over the rows"""
    import numpy

    a, b = plate(run, run.numpy)
    step, keep, rate = numba_plate_step(), kept(run, 2), rate_of(run)
    between = numpy.empty_like(a)

    def four_steps():
        step(a, between, keep, rate)
        step(between, b, keep, rate)
        step(b, between, keep, rate)
        step(between, b, keep, rate)

    return four_steps


@peer("heat_3d", "numba")
def heat_3d_numba(run):
    """a parallel loop over the rows of all planes"""
    import numba

    @numba.njit
    def surface(a, b, z, y, x, keep, rate):
        planes, rows, columns = a.shape
        around = a.dtype.type(0)
        if z > 0:
            around += a[z - 1, y, x]
        if z + 1 < planes:
            around += a[z + 1, y, x]
        if y > 0:
            around += a[z, y - 1, x]
        if y + 1 < rows:
            around += a[z, y + 1, x]
        if x > 0:
            around += a[z, y, x - 1]
        if x + 1 < columns:
            around += a[z, y, x + 1]
        b[z, y, x] = keep * a[z, y, x] + rate * around

    @numba.njit(parallel=True)
    def step(a, b, keep, rate):
        planes, rows, columns = a.shape
        for line in numba.prange(planes * rows):
            z, y = line // rows, line % rows
            if 0 < z < planes - 1 and 0 < y < rows - 1 and columns > 1:
                for x in range(1, columns - 1):
                    around = (
                        a[z - 1, y, x] + a[z + 1, y, x] + a[z, y - 1, x] + a[z, y + 1, x]
                        + a[z, y, x - 1] + a[z, y, x + 1]
                    )
                    b[z, y, x] = keep * a[z, y, x] + rate * around
                surface(a, b, z, y, 0, keep, rate)
                surface(a, b, z, y, columns - 1, keep, rate)
            else:
                for x in range(columns):
                    surface(a, b, z, y, x, keep, rate)

    a, b = block(run, run.numpy)
    keep, rate = kept(run, 3), rate_of(run)
    return lambda: step(a, b, keep, rate)


@peer("heat_2d", "numba_cuda")
def heat_2d_numba_cuda(run):
    """a kernel with a cell a thread"""
    from numba import cuda

    @cuda.jit
    def step(a, b, rows, columns, keep, rate):
        x, y = cuda.grid(2)
        if y < rows and x < columns:
            i = y * columns + x
            around = a.dtype.type(0)
            if y > 0:
                around += a[i - columns]
            if y + 1 < rows:
                around += a[i + columns]
            if x > 0:
                around += a[i - 1]
            if x + 1 < columns:
                around += a[i + 1]
            b[i] = keep * a[i] + rate * around

    _, rows, columns = shape_of(run)
    a, b, keep, rate = run.numba(0), run.numba(1), kept(run, 2), rate_of(run)
    grid = ((columns + 31) // 32, (rows + 7) // 8)
    launch = step[grid, (32, 8), cuda.external_stream(run.stream)]
    return lambda: launch(a, b, rows, columns, keep, rate)


# ---- PyTorch -------------------------------------------------------------------------------------


@peer("heat_2d", "torch")
def heat_2d_torch(run):
    """torch.nn.functional.conv2d(), and a copy of its result"""
    import torch

    torch.backends.cudnn.allow_tf32 = False
    a, b = plate(run, run.torch)
    weights = torch.as_tensor(cross(run, 2), device="cuda")[None, None]
    image, convolve = a[None, None], torch.nn.functional.conv2d
    return lambda: b.copy_(convolve(image, weights, padding=1)[0, 0])


@peer("heat_3d", "torch")
def heat_3d_torch(run):
    """torch.nn.functional.conv3d(), and a copy of its result"""
    import torch

    torch.backends.cudnn.allow_tf32 = False
    a, b = block(run, run.torch)
    weights = torch.as_tensor(cross(run, 3), device="cuda")[None, None]
    image, convolve = a[None, None], torch.nn.functional.conv3d
    return lambda: b.copy_(convolve(image, weights, padding=1)[0, 0])
