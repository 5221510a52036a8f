# `make run` and `make test` do everything on a bare Debian 12; `make help` lists the rest.
SHELL := /bin/bash
.DEFAULT_GOAL := help
.PHONY: help deps build run test asan tsan format clean

help:  ## this list
	@grep -E '^[a-z-]+:.*##' $(MAKEFILE_LIST) | sed -E 's/:.*## /\t/' | expand -t 12

deps:  ## install what building and testing need (root or sudo)
	@packaging/install-deps.sh all

build:  ## install what building needs (root or sudo), make build/release/storey
	@packaging/install-deps.sh building
	@packaging/build.sh release storey

run: build  ## start the service, send it the sample scan as an order; stays up until Ctrl-C (ARGS=--once: ends)
	@build/release/storey demo $(ARGS)

test: deps  ## every test, the layout and the linter
	@packaging/build.sh release
	@ctest --preset release

# Sanitizers map terabytes of addresses: the presets take the limit on memory off the conversions of the service.
# Layout and linter say the same in every build and stay out.
asan: deps  ## every test under the address and undefined-behaviour sanitizers
	@packaging/build.sh asan
	@ctest --preset asan

tsan: deps  ## every test under the thread sanitizer
	@packaging/build.sh tsan
	@ctest --preset tsan

format:  ## lay out every C++ file
	@git ls-files '*.h' '*.cc' | xargs clang-format-14 -i

clean:  ## remove what was built
	@rm -rf build out
