"""CUDA lessons that check and time themselves. The programs are in bin/, beside this file."""


def load_ipython_extension(shell):
    """%load_ext gridstride"""
    from . import notebook  # IPython alone needs it

    notebook.load(shell)
