#!/usr/bin/env node
// Checks from outside that a running product keeps its promises while its nodes are killed: a workload whose calls and
// answers are recorded (`run`), and a checker that holds them against what is read at the end (`check`).
// docs/reliability.md explains the checks and shows their output.
import { parseArgs } from 'node:util';
import { check } from './history/check.mjs';
import { readHistory } from './history/record.mjs';
import { countsText, summaryText, violationsText } from './history/report.mjs';
import { run } from './history/run.mjs';

const HELP = {
    '': `Checks answers of a running product against each other and against its ledgers.

  node scripts/history.mjs run --node URL=DATA_DIR --out history.jsonl …
  node scripts/history.mjs check history.jsonl

Each has --help.`,
    run: `Runs a workload and writes its history, a line of JSON for each call and each answer.

  node scripts/history.mjs run --node URL=DATA_DIR [--node URL=DATA_DIR …] --out FILE [OPTIONS]

The nodes serve one database with the development sign-in, on addresses that a restart does not change. The binary's
commands (token, accounts adjust, coupons issue) are run with the environment of this script, so that must name the
nodes' database and secret key. Users are new in each run, unless a seed is used twice.

  --node URL=DATA_DIR   a node, and its data folder; again for each further one
  --out FILE            where the history is written
  --seconds N           how long clients act (60); at most 3,000, as long as tokens last
  --users N             users (6): with many credits, with few, and without a plan
  --clients N           clients of each user, which act at the same time (4)
  --coupons N           coupons, which are tried one after the other by everybody (40)
  --fault COMMAND       a shell command that does harm and undoes it, such as killing a node and starting it again
  --fault-every N       seconds between two faults (8)
  --lost PART           part of the calls whose clients go away before the answer (0.08)
  --parallel PART       part of the commands that are called several times at once (0.15)
  --term, --state, --cities
                        what is searched for (brewery in Oregon, of the bundled listing); cities separated by commas
  --binary FILE         the product (target/release/demandatlas)
  --seed N              repeats the choices of a run, not its timing`,
    check: `Holds a history against what was read at its end. Names each violation with the lines that prove it.

  node scripts/history.mjs check FILE [--all] [--quiet]

  --all     shows all violations, not the first 20
  --quiet   prints nothing but violations

Ends with 0 if there is none, with 1 if there are some, with 2 if the file is no history.`,
};
/** Violations that are shown unless all are asked for. */
const SHOWN = 20;
/** Cities of Oregon with breweries in the bundled listing. */
const CITIES =
    'Portland,Bend,Eugene,Salem,Medford,Corvallis,Astoria,Roseburg,Redmond,McMinnville,Hillsboro,Oregon City,Hood River,' +
    'Beaverton,Gresham,Grants Pass,Albany,Newport,Cannon Beach,Newberg,Tillamook,Forest Grove,Tualatin,Baker City';

const text = (value) => ({ type: 'string', default: value });
const OPTIONS = {
    run: {
        node: { type: 'string', multiple: true, default: [] },
        out: { type: 'string' },
        seconds: text('60'),
        users: text('6'),
        clients: text('4'),
        coupons: text('40'),
        fault: { type: 'string' },
        'fault-every': text('8'),
        lost: text('0.08'),
        parallel: text('0.15'),
        term: text('brewery'),
        state: text('OR'),
        cities: text(CITIES),
        binary: text('target/release/demandatlas'),
        seed: { type: 'string' },
        help: { type: 'boolean', default: false },
    },
    check: {
        all: { type: 'boolean', default: false },
        quiet: { type: 'boolean', default: false },
        help: { type: 'boolean', default: false },
    },
};

/** Something in the command line is wrong. */
class Usage extends Error {}

function number(values, name) {
    const found = Number(values[name]);
    if (!Number.isFinite(found) || found < 0) throw new Usage(`--${name} must be a number`);
    return found;
}

function nodeOf(text) {
    const [url, folder] = text.split('=');
    if (!URL.canParse(url)) throw new Usage(`--node ${text}: URL=DATA_DIR is expected`);
    return { url: url.replace(/\/$/, ''), folder };
}

function runOptions(values) {
    if (number(values, 'seconds') > 3_000) throw new Usage('--seconds is at most 3000, as long as tokens last');
    if (values.node.length === 0) throw new Usage('name at least one --node');
    if (values.out === undefined) throw new Usage('name the --out file');
    return {
        nodes: values.node.map(nodeOf),
        out: values.out,
        seconds: number(values, 'seconds'),
        users: number(values, 'users'),
        clients: number(values, 'clients'),
        coupons: number(values, 'coupons'),
        fault: values.fault,
        faultEvery: number(values, 'fault-every'),
        lost: number(values, 'lost'),
        parallel: number(values, 'parallel'),
        search: { term: values.term, state: values.state, cities: values.cities.split(',').map((city) => city.trim()) },
        binary: values.binary,
        seed: values.seed === undefined ? Date.now() % 1_000_000_000 : number(values, 'seed'),
    };
}

async function checked(files, { all, quiet }) {
    if (files.length !== 1) throw new Usage('name one history');
    const history = await readHistory(files[0]).catch((error) => {
        throw new Usage(`${files[0]}: ${error.message}`);
    });
    const { violations, notes, checked: summary } = check(history);
    if (!quiet) console.log(`${summaryText(summary)}\n`);
    for (const note of notes) console.log(`Not decided: ${note}`);
    if (violations.length > 0) {
        console.log(violationsText(violations, history.entries, all ? Infinity : SHOWN));
        console.log(`\n${violations.length} violations: ${countsText(violations)}.`);
    } else if (!quiet) {
        console.log('No violation.');
    }
    return violations.length === 0 ? 0 : 1;
}

async function main([name = '', ...args]) {
    if (!(name in OPTIONS)) {
        const isAsked = ['--help', '-h'].includes(name);
        (isAsked ? console.log : console.error)(HELP['']);
        return isAsked ? 0 : 2;
    }
    try {
        const { values, positionals } = parseArgs({ args, options: OPTIONS[name], allowPositionals: name === 'check' });
        if (values.help) {
            console.log(HELP[name]);
            return 0;
        }
        if (name === 'check') return await checked(positionals, values);
        await run(runOptions(values), (words) => console.error(`history: ${words}`));
        return 0;
    } catch (error) {
        const isUsage = error instanceof Usage || error.code?.startsWith('ERR_PARSE_ARGS');
        console.error(`history: ${isUsage ? `${error.message} (see --help)` : error.stack}`);
        return 2;
    }
}

process.exitCode = await main(process.argv.slice(2));
