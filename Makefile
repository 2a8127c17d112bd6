# Everything a developer or CI does. `make help` lists it.

SHELL := /bin/bash
.SHELLFLAGS := -eu -o pipefail -c
.DEFAULT_GOAL := help
DATA := data/npm/node_modules/.installed
UI_SOURCES := $(shell find ui/src ui/public ui/index.html ui/vite.config.ts ui/tsconfig.json -type f 2>/dev/null)

.PHONY: help
help: ## List the targets
	@awk -F ':.*## ' '/^[a-z0-9-]+:.*## /{printf "  %-10s %s\n", $$1, $$2}' $(MAKEFILE_LIST)

.PHONY: run
run: build ## Build and start the product at http://127.0.0.1:8080
	target/release/demandatlas serve

.PHONY: build
build: tools $(DATA) ui/dist/index.html ## Build target/release/demandatlas, the browser's app inside
	cargo build --release --locked -p app

.PHONY: dev
dev: tools $(DATA) ui/node_modules/.installed ## Server and browser's app with hot reload, at http://127.0.0.1:5173
	scripts/dev

.PHONY: fmt
fmt: ui/node_modules/.installed ## Format Rust and TypeScript
	cargo fmt --all
	npm --prefix ui run --silent format

.PHONY: check
check: tools $(DATA) ui/node_modules/.installed ## The quick loop: formatting, types, unit tests
	cargo fmt --all --check
	cargo check --workspace --all-targets --locked
	cargo test --workspace --lib --locked
	npm --prefix ui run typecheck
	npm --prefix ui test

.PHONY: test
test: test-ui test-rust test-e2e ## Run all tests, on SQLite and on a real PostgreSQL, in a real browser

.PHONY: test-rust
test-rust: tools $(DATA) ## The Rust tests, on SQLite and on a PostgreSQL of their own
	scripts/with-postgres cargo test --workspace --locked

.PHONY: test-ui
test-ui: tools ui/node_modules/.installed ## The browser app's unit tests
	npm --prefix ui test

.PHONY: test-e2e
test-e2e: tools $(DATA) ui/dist/index.html ## The flows: the real server, a real Chromium
	scripts/install-chromium
	scripts/with-postgres scripts/e2e

.PHONY: lint
lint: tools $(DATA) ui/node_modules/.installed ## Formatting, clippy, licences, the browser app's checks
	cargo fmt --all --check
	scripts/cargo-deny & deny=$$!; \
	cargo clippy --workspace --all-targets --locked -- -D warnings; \
	wait $$deny
	npm --prefix ui run lint

.PHONY: bench
bench: tools $(DATA) ## Measure against peers in the same run (docs/benchmarks.md)
	python=$$(scripts/bench-python); \
	scripts/with-postgres --durable cargo run --release --locked -p bench -- --python "$$python"; \
	cargo run --release --locked -p bench --bin catalogue -- --python "$$python"

.PHONY: soak
soak: tools $(DATA) ## The long forms of the crash and race tests, of the simulated histories, and of a rebuild under load
	DEMANDATLAS_SOAK=1 scripts/with-postgres cargo test --workspace --locked -- --nocapture crash coupon_races rebuild_under_load

.PHONY: generate
generate: tools $(DATA) ui/node_modules/.installed ## Write docs/openapi.json and the browser's client anew
	cargo run --locked -q -p app -- openapi > docs/openapi.json.new
	mv docs/openapi.json.new docs/openapi.json
	npm --prefix ui run codegen

.PHONY: clean
clean: ## Remove what was built
	cargo clean
	rm -rf ui/dist ui/node_modules data/npm/node_modules

.PHONY: tools
tools:
	@scripts/check-tools

ui/node_modules/.installed: ui/package.json ui/package-lock.json
	npm --prefix ui ci --no-audit --no-fund
	touch $@

# What places/build.rs compiles into the binary; nothing of these packages is run.
$(DATA): data/npm/package.json data/npm/package-lock.json
	npm --prefix data/npm ci --no-audit --no-fund
	touch $@

ui/dist/index.html: ui/node_modules/.installed $(UI_SOURCES)
	npm --prefix ui run build
	touch $@
