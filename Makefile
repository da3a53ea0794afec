# The commands of this repository. Everything they install lives in .venv inside the checkout.
.DEFAULT_GOAL := help
.PHONY: help run test check test-full bench format setup stub lint native clang clean postgresql faults web words screenshots chromium node redis nginx docs wheel

PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
CORE_SOURCES := $(shell find core -name '*.cpp' -o -name '*.h' -o -name CMakeLists.txt) CMakeLists.txt
JOBS ?= 2

help:
	@echo "make run        set up and start the server; Ctrl-C stops it (PORT=9000 for another port,"
	@echo "                HOST=0.0.0.0 for the local network)"
	@echo "make test       set up and run all checks and tests"
	@echo "make check      the quick part of them, for every commit"
	@echo "make test-full  the slow tests too (PEER=path compares with another UHP engine)"
	@echo "make wheel      a wheel that needs no compiler and a source archive, into dist"
	@echo "make docs       the documentation site into build/site, every link looked at"
	@echo "make screenshots  pictures of every page into ./screenshots"
	@echo "make faults     kill the server a hundred times under load and compare"
	@echo "make bench      the benchmarks"
	@echo "make format     format all sources"

# Two steps: what playing needs, and the tools of the checks.
setup: $(VENV)/.tools

# An editable installation knows its modules by name, so its stamp is named after their list:
# a new or moved module installs again.
MODULES := $(shell find src -name '*.py' | LC_ALL=C sort | cksum | cut -d ' ' -f 1)
INSTALLED := $(VENV)/.installed-$(MODULES)
PIP := $(BIN)/python -m pip install -q --disable-pip-version-check --no-compile

$(VENV)/.builders: requirements-build.txt
	test -d $(VENV) || $(PYTHON) -m venv $(VENV)
	$(PIP) -r requirements-build.txt
	touch $@

# The core compiles on one core while pip works on the other.
$(INSTALLED): $(VENV)/.builders pyproject.toml $(CORE_SOURCES)
	@echo "Compiling the core and fetching packages into $(VENV): this takes about a minute ..."
	$(BIN)/python scripts/requirements cluster > $(VENV)/requirements.txt
	$(PIP) -r $(VENV)/requirements.txt & fetched=$$!; \
	PATH="$(abspath $(BIN)):$$PATH" $(PIP) --no-build-isolation --no-deps -e .; built=$$?; \
	wait $$fetched && exit $$built
	rm -f $(VENV)/.installed-*
	touch $@

$(VENV)/.tools: $(INSTALLED) requirements-dev.txt
	$(PIP) -r requirements-dev.txt
	touch $@

# The typing stub of the core is generated from the built module; a test says when it is stale.
stub: setup
	$(BIN)/python -m nanobind.stubgen -q -P -m skep._core -o src/skep/_core.pyi
	$(BIN)/ruff check -q --fix src/skep/_core.pyi || true
	$(BIN)/ruff format -q src/skep/_core.pyi

# What is said on the command line of make wins; the rest is as everywhere (docs/server.md).
said = $(if $(filter command,$(firstword $(origin $(1)))),--$(2) '$($(1))')
run: $(INSTALLED)
	@exec $(BIN)/skep serve $(call said,HOST,host) $(call said,PORT,port)

format: setup
	$(BIN)/ruff check -q --fix . || true
	$(BIN)/ruff format -q .
	git ls-files -co --exclude-standard 'core/*.cpp' 'core/*.h' | xargs $(BIN)/clang-format -i

lint: setup
	$(BIN)/ruff format -q --check .
	$(BIN)/ruff check -q .
	git ls-files -co --exclude-standard 'core/*.cpp' 'core/*.h' | xargs $(BIN)/clang-format --dry-run --Werror
	$(BIN)/mypy
	$(BIN)/lint-imports

check: lint
	$(BIN)/pytest -n $(JOBS) -m "not slow and not medium and not browser"

# What some tests need from the system: installed where that is allowed, else they say so.
postgresql:
	@scripts/ensure "the server on PostgreSQL" postgresql initdb '/usr/lib/postgresql/*/bin/initdb'

redis:
	@scripts/ensure "several servers joined by Redis" redis-server redis-server

nginx:
	@scripts/ensure "servers behind a proxy" nginx-light nginx /usr/sbin/nginx

chromium:
	@scripts/ensure "the browser" chromium chromium chromium-browser google-chrome

node:
	@scripts/ensure "the tests of the pages' modules" "nodejs npm" npm

# A hundred kills under load, the crash points, hosts that die or are cut off, and a disk that is really full.
faults: setup postgresql redis nginx
	$(BIN)/python -m tests.faults.rounds --rounds 100
	$(BIN)/python -m tests.faults.rounds --rounds 100 --postgresql
	$(BIN)/python -m tests.faults.machines
	$(BIN)/pytest -n 0 tests/faults

# The browser's driver keeps an event loop running in its process, so its tests have one to themselves. A browser on a
# busy machine may be late once: what fails is tried once more, and named at the end.
BROWSER := -n 2 --dist worksteal --reruns 1 -r fR --durations=20
test: lint native postgresql redis nginx chromium web
	$(BIN)/pytest -n $(JOBS) --dist worksteal -m "not slow and not browser" --durations=20
	$(BIN)/pytest $(BROWSER) -m "browser and not slow" tests/browser

# Large, and only asked by slow tests.
$(VENV)/.full: $(VENV)/.tools requirements-full.txt
	$(PIP) -r requirements-full.txt
	touch $@

test-full: $(VENV)/.full lint native clang postgresql redis nginx chromium web
	SKEP_PEER="$(PEER)" $(BIN)/pytest -n $(JOBS) -m "not browser" --durations=20
	$(BIN)/pytest $(BROWSER) -m browser tests/browser

# axe-core and TypeScript, for the tests of the pages alone: the product needs no Node.
node_modules/.installed: package.json | node
	if command -v npm >/dev/null; then \
		npm install --silent --no-package-lock --no-audit --no-fund && touch $@; fi

web: setup node_modules/.installed
	if command -v npm >/dev/null; then node --test tests/web/*.test.js \
		&& node_modules/.bin/tsc --project tests/web/tsconfig.json; fi

# The rules' sentences for the browser, and the texts for translators, gathered from templates,
# modules and Python; every catalogue gets what is new and loses what nobody says any more.
words: setup
	$(BIN)/python -m skep.server.development.javascript_words
	$(BIN)/python -m skep.server.development.gathering

# A warning, a broken link or a page that asks another host for anything is an error.
docs: setup
	$(BIN)/python scripts/site build/site

# The wheel gets the tag that it has earned: auditwheel looks at what the core asks of the system.
wheel: setup
	rm -rf dist build/wheel
	PATH="$(abspath $(BIN)):$$PATH" $(BIN)/python -m build --no-isolation --sdist --wheel --outdir build/wheel .
	PATH="$(abspath $(BIN)):$$PATH" $(BIN)/auditwheel repair --wheel-dir dist build/wheel/*.whl
	mv build/wheel/*.tar.gz dist
	$(BIN)/twine check --strict dist/*

screenshots: setup
	$(BIN)/python -m tests.browser.screenshots screenshots

native: setup
	PATH="$(abspath $(BIN)):$$PATH" cmake -S . -B build/native -G Ninja -DCMAKE_BUILD_TYPE=Debug \
		-DSKEP_NATIVE_TESTS=ON -DSKEP_SANITIZE=ON -DSKEP_PYTHON=OFF > build/native.log 2>&1 \
		|| { cat build/native.log; exit 1; }
	PATH="$(abspath $(BIN)):$$PATH" cmake --build build/native -j $(JOBS)
	UBSAN_OPTIONS=halt_on_error=1:print_stacktrace=1 build/native/core/skep_core_tests

# The other compiler, without a warning; its core passes the same tests.
clang: setup
	@scripts/ensure "the build with clang" clang clang++
	if command -v clang++ >/dev/null; then \
		PATH="$(abspath $(BIN)):$$PATH" cmake -S . -B build/clang -G Ninja -DSKEP_NATIVE_TESTS=ON \
			-DCMAKE_CXX_COMPILER=clang++ -DCMAKE_CXX_FLAGS=-Werror \
			-Dnanobind_DIR=$$($(BIN)/python -m nanobind --cmake_dir) \
			-DPython_EXECUTABLE=$(abspath $(BIN)/python) > build/clang.log 2>&1 \
			|| { cat build/clang.log; exit 1; } \
		&& PATH="$(abspath $(BIN)):$$PATH" cmake --build build/clang -j $(JOBS) \
		&& build/clang/core/skep_core_tests; fi

bench: setup
	$(BIN)/python -m benchmarks

clean:
	rm -rf build $(VENV)
