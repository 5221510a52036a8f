# `make run` and `make test` do everything on a bare Debian 12; `make help` lists the rest.
SHELL := /bin/bash
.DEFAULT_GOAL := help
.PHONY: help deps build run test format lint clean

help:  ## this list
	@grep -E '^[a-z-]+:.*##' $(MAKEFILE_LIST) | sed -E 's/:.*## /\t/' | expand -t 12

deps:  ## install what building and testing need (root or sudo)
	@packaging/install-deps.sh

build: deps  ## build/release/storey
	@cmake --preset release >build/configure.log || { cat build/configure.log; exit 1; }
	@cmake --build --preset release

run: build  ## convert the sample scan and say where the drawings are
	@build/release/storey convert examples/sample/sample.e57 --out out/sample

test: build  ## every test, the formatting and the linter
	@ctest --preset release

format:  ## lay out every source file
	@git ls-files '*.h' '*.cc' | xargs clang-format -i

clean:  ## remove what was built
	@rm -rf build out
