"""Tests of how computer players look ahead."""
