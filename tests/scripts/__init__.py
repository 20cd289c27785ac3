"""Tests of the scripts behind the Makefile, the documents and the README."""
