# The README's commands are `go run ./cmd/cornet FILE` and `go test ./...`;
# these targets are shorthands around them.
export CGO_ENABLED = 0
FUZZTIME ?= 1m
SET ?= ../shared/bench/chc/LIA-Lin.quick.set

.PHONY: build test bench lint fuzz fmt npm platforms dist

build:
	go build -o bin/cornet ./cmd/cornet

# Links by which Cornet is called as other solvers; see docs/back-end.md.
.PHONY: personalities
personalities: build
	for name in eld golem z3 fixpoint; do ln -sf cornet bin/$$name; done

test:
	go test ./...

# The package for Node: the program as WebAssembly.
npm:
	GOOS=js GOARCH=wasm go build -trimpath -ldflags='-s -w' -o packaging/npm/cornet.wasm ./cmd/cornet
	cp "$$(go env GOROOT)/lib/wasm/wasm_exec.js" packaging/npm/

# The package for Python: a wheel with the program inside, for the platform that GOOS and GOARCH name. It needs no C library and loads no libz3.
.PHONY: wheel
wheel:
	rm -rf dist/python && mkdir -p dist/python
	go build -trimpath -buildvcs=false -tags static -ldflags='-s -w -X main.version=$(RELEASE)' -o dist/python/cornet ./cmd/cornet
	python3 packaging/python/build.py dist/python/cornet $(RELEASE) $$(go env GOOS)/$$(go env GOARCH) dist/python

# The page for browsers: packaging/web/dist is all that a server needs; web-serve is one.
.PHONY: web web-serve
web: npm
	cd packaging/web && npm ci --silent --no-fund --no-audit && npm run --silent build

web-serve: web
	python3 -m http.server --bind 127.0.0.1 --directory packaging/web/dist 8000

# The documentation as static pages with a search, in packaging/site/dist; site-serve shows it. BASE is the folder of a server where they will stand.
.PHONY: site site-serve
site:
	rm -rf packaging/site/pages && mkdir -p packaging/site/pages && cp -r docs README.md CONTRIBUTING.md CHANGELOG.md packaging/site/pages/
	cp --parents packaging/npm/README.md testdata/c/features/README.md packaging/site/pages/ && (echo '# Licence'; sed 's/^/    /' LICENSE) > packaging/site/pages/LICENSE.md
	mkdir packaging/site/pages/public && cp --parents docs/answer.schema.json tools/k8s/job.yaml packaging/site/pages/public/
	cd packaging/site && npm install --silent --no-fund --no-audit --no-package-lock && npm run --silent build

site-serve: site
	cd packaging/site && npm run --silent serve

# The extension for Visual Studio Code.
.PHONY: vscode
vscode:
	cd packaging/editors/vscode && npm install --silent --no-fund --no-audit --no-package-lock && \
	  npx --yes @vscode/vsce package --allow-missing-repository --skip-license

# An archive for Linux that runs where nothing is installed: bin/cornet needs no C library, and loads no libz3; bin/cornet-libz3 does both.
# It has the manual, completions for shells, and a bill of materials; the same sources and Go make the same archive.
RELEASE ?= 0.1.0
DIST = cornet-$(RELEASE)-linux-amd64
dist:
	rm -rf dist/$(DIST) && mkdir -p dist/$(DIST)/bin dist/$(DIST)/tools/benchexec dist/$(DIST)/testdata
	GOOS=linux GOARCH=amd64 go build -trimpath -buildvcs=false -tags static -ldflags='-s -w -X main.version=$(RELEASE)' -o dist/$(DIST)/bin/cornet ./cmd/cornet
	GOOS=linux GOARCH=amd64 go build -trimpath -buildvcs=false -ldflags='-s -w -X main.version=$(RELEASE)' -o dist/$(DIST)/bin/cornet-libz3 ./cmd/cornet
	cp tools/benchexec/cornet.py tools/benchexec/cornet.xml dist/$(DIST)/tools/benchexec/
	cp -r LICENSE README.md docs dist/$(DIST)/
	cp -r testdata/c testdata/horn testdata/papers dist/$(DIST)/testdata/
	mkdir -p dist/$(DIST)/share/man/man1 dist/$(DIST)/share/bash-completion/completions dist/$(DIST)/share/zsh/site-functions dist/$(DIST)/share/fish/vendor_completions.d
	go run ./cmd/cornet manual > dist/$(DIST)/share/man/man1/cornet.1
	go run ./cmd/cornet completion bash > dist/$(DIST)/share/bash-completion/completions/cornet
	go run ./cmd/cornet completion zsh > dist/$(DIST)/share/zsh/site-functions/_cornet
	go run ./cmd/cornet completion fish > dist/$(DIST)/share/fish/vendor_completions.d/cornet.fish
	go run ./tools/sbom dist/$(DIST)/bin/cornet-libz3 $(RELEASE) packaging/web/package.json > dist/$(DIST)/cornet.cdx.json
	chmod -R u=rwX,go=rX dist/$(DIST)
	tar -C dist --sort=name --mtime=@0 --owner=0 --group=0 --numeric-owner -c $(DIST) | gzip -n > dist/$(DIST).tar.gz
	cd dist && sha256sum $(DIST).tar.gz > $(DIST).tar.gz.sha256

# Build for platforms where no tests run.
platforms:
	for p in windows/amd64 darwin/arm64 linux/arm64 wasip1/wasm; do \
	  echo $$p; GOOS=$${p%/*} GOARCH=$${p#*/} go build -o /dev/null ./cmd/cornet || exit 1; done

# Solve a task set and write reports to bench-results/.
bench: build
	bin/cornet bench --timeout 20s $(SET)

# Measure the quick sets and the C programs, and write docs/performance.md. Labels in doubt are in bench/disputed.yml. AGAINST holds options such as --against 'z3=z3 -T:5 {}'.
BENCH ?= ../shared/bench
QUICK ?= LIA-Lin LRA-Lin LIA LIA-Lin-Arrays LIA-Arrays ADT-LIA BV ADT-LIA-Arrays
AGAINST ?=
.PHONY: report
report: build
	bin/cornet bench --disputed bench/disputed.yml --jobs 1 --timeout 5s $(AGAINST) --out bench-results/horn $(QUICK:%=$(BENCH)/chc/%.quick.set)
	bin/cornet bench --disputed bench/disputed.yml --jobs 1 --timeout 5s --args=--replay=off --out bench-results/c $(BENCH)/c
	go run ./tools/report docs bench-results/horn.json bench-results/c.json

# Measure how cost grows along families of inputs, and write docs/growth.md. AGAINST is for Horn systems, AGAINST_C for programs: --against 'cbmc {}'.
GROWTH ?= --cpu-timeout 10s --timeout 60s --memory 2GiB
AGAINST_C ?=
.PHONY: growth
growth: build
	nice bin/cornet bench --growth=horn $(GROWTH) $(AGAINST) --out bench-results/growth-horn
	nice bin/cornet bench --growth=c $(GROWTH) $(AGAINST_C) --out bench-results/growth-c
	go run ./tools/growth docs bench-results/growth-horn.json bench-results/growth-c.json

# Record the session at the top of the README, as a picture.
SESSION = 'cornet verify --check memory --trace 4 testdata/c/list.c' 'cornet verify --invariants testdata/c/meet.c'
.PHONY: session
session: build
	for c in $(SESSION); do printf '$$ %s\n' "$$c"; PATH="$(CURDIR)/bin:$$PATH" TERM=xterm script -qec "$$c" /dev/null; echo; done | go run ./tools/session > docs/session.svg

lint:
	gofmt -l . | (! grep .)
	go vet ./...
	go tool staticcheck ./...
	go tool deadcode -test -filter='^cornet/' ./... | (! grep .)

# Run every fuzz target for FUZZTIME. Making an interesting input small may take 3 seconds, instead of the minute that
# go test grants.
fuzz:
	go list -f '{{$$p := .ImportPath}}{{range .TestGoFiles}}{{$$p}} {{$$.Dir}}/{{.}}{{"\n"}}{{end}}{{range .XTestGoFiles}}{{$$p}} {{$$.Dir}}/{{.}}{{"\n"}}{{end}}' ./... | \
	while read -r pkg file; do [ -n "$$file" ] && sed -n 's/^func \(Fuzz[A-Za-z0-9_]*\)(.*/\1/p' "$$file" | \
	while read -r f; do echo "$$pkg $$f"; go test -run='^$$' -fuzz="^$$f\$$" -fuzztime=$(FUZZTIME) -fuzzminimizetime=3s "$$pkg" || exit 1; done || exit 1; done

fmt:
	gofmt -w .

# Compare the embedded solver with libz3 and cvc5 on that many random instances.
DIFFTEST ?= 300000
.PHONY: difftest
difftest:
	CORNET_DIFFTEST=$(DIFFTEST) go test ./internal/test/difftest -run Long -v -timeout 0

# Compare verdicts on random C programs with what gcc computes: of Csmith (packages csmith and libcsmith-dev), and of the generator in
# encode/witness. FROM-TO are their seeds.
CSMITH ?= 1-2001
RANDOM ?= 1-1001
.PHONY: csmith
csmith:
	CORNET_CSMITH=$(CSMITH) go test ./cmd/cornet -run TestCsmith -v -timeout 0
	CORNET_RANDOM=$(RANDOM) go test ./encode/witness -run TestRandomPrograms -v -timeout 0

# Compare what is said about random programs with threads, those with the numbers FROM-TO: all interleavings, products of threads,
# verdicts, runs.
THREADTEST ?= 0-2000
.PHONY: threadtest
threadtest:
	CORNET_THREADTEST=$(THREADTEST) go test ./internal/test/difftest ./cmd/cornet -run 'TestProducts|TestRandomThreads' -v -timeout 0

# Verify public C modules, whose sources are fetched into FOLDER, with the harnesses of tools/real, and write docs/c-real.md.
.PHONY: real
real:
	nice go run ./tools/real -fetch '$(FOLDER)' > docs/c-real.md

# Make defects in the code between a C program and its answer, one at a time, and write docs/defects.md: what finds them. PLANTED is a part of
# the description of a defect, or of its file; then the table is printed only.
PLANTED ?=
.PHONY: planted
planted:
ifeq ($(PLANTED),)
	nice go run ./tools/planted > docs/defects.md
else
	nice go run ./tools/planted '$(PLANTED)'
endif
