// Coupons: what was answered about each against the ledgers of all users. A user redeems a coupon once, all together
// as often as it allows.
import { isOf } from './account.mjs';
import { contradictions, grouped, linesOf, linesOfCall } from './commands.mjs';
import { readingKey } from './record.mjs';

/** What a user is told who has redeemed the code before. Whatever else is wrong with a code is told in other words. */
const ALREADY = /already redeemed/i;

/** Holds all redemptions against all ledgers. */
export function checkCoupons({ commands, history, report }) {
  const redeems = commands.filter(({ name }) => name === 'redeem');
  const ledgerOf = (user) => history.readings.get(readingKey(user, 'ledger'));
  const credited = new Map();
  for (const command of redeems) {
    const own = ledgerOf(command.user)?.answer.filter((entry) => isOf(entry, command)) ?? [];
    credited.set(command, own);
  }
  for (const [, ofOne] of grouped(redeems, ({ user, request }) => `${user} ${request.code}`)) checkUser(ofOne);
  for (const coupon of history.header.coupons) checkCoupon(coupon);
  for (const { name } of history.header.users) checkOrigin(name);

  /** A user's commands with one code. */
  function checkUser(ofOne) {
    const [{ user, request }] = ofOne;
    const entries = credited.get(ofOne[0]);
    const ledger = ledgerOf(user)?.line;
    const succeeded = ofOne.filter(({ fate }) => fate === 'done');
    const all = ofOne.flatMap(linesOf);
    const coupon = `coupon ${request.label ?? 'that was never issued'}`;
    if (entries.length > 1) report('twice', `${user}: ${coupon} was credited ${entries.length} times`, all, ledger);
    if (succeeded.length > 0 && entries.length === 0) {
      report('lost', `${user}: ${coupon} was redeemed, but the ledger has no such credit`, all, ledger);
    }
    if (succeeded.length > 1) {
      report('twice', `${user}: ${coupon} was redeemed by ${succeeded.length} commands`, succeeded.flatMap(linesOf));
    }
    if (entries.length > 0 && ofOne.every(({ fate }) => fate === 'not')) {
      report('refusal', `${user}: ${coupon} was credited, but each call was refused`, all, ledger);
    }
    for (const command of ofOne) {
      for (const call of command.refusals) checkRefusal(call, command, ofOne);
      if (contradictions(command).length > 0) {
        report(
          'answers',
          `${user}: one key was told that ${coupon} is redeemed, and that it is refused`,
          linesOf(command),
        );
      }
    }
  }

  function checkRefusal(call, command, ofOne) {
    const { label } = command.request;
    const coupon = history.header.coupons.find((one) => one.label === label);
    const isBefore = (other) => other.first < call.end;
    if (ALREADY.test(call.answer.message ?? '')) {
      const others = ofOne.filter((other) => other !== command && other.fate !== 'not' && isBefore(other));
      if (others.length > 0 && credited.get(command).length > 0) return;
      const what = `${call.user} was told of having redeemed coupon ${label}, which nobody did before`;
      report('refusal', what, linesOfCall(call));
    } else if (call.status === 200 && coupon !== undefined) {
      const winners = redeems.filter((other) => other.request.label === label && credited.get(other).length > 0);
      const users = new Set(winners.filter(isBefore).map(({ user }) => user));
      if (users.size >= coupon.most) return;
      const what =
        `${call.user} was told that the code of coupon ${label} is invalid, though at most ` +
        `${users.size} of ${coupon.most} redemptions were begun`;
      report('refusal', what, linesOfCall(call));
    }
  }

  function checkCoupon({ label, most, credits }) {
    const owners = new Map();
    for (const { name } of history.header.users) {
      const own = ledgerOf(name)?.answer.filter((entry) => isOf(entry, { request: { label } })) ?? [];
      if (own.length > 0) owners.set(name, own);
      for (const entry of own.filter((one) => one.credits !== credits)) {
        report(
          'ledger',
          `${name}: coupon ${label} gave ${entry.credits} credits, not ${credits}`,
          [],
          ledgerOf(name).line,
        );
      }
    }
    if (owners.size <= most) return;
    const lines = redeems.filter((one) => one.request.label === label && owners.has(one.user)).flatMap(linesOf);
    report('twice', `coupon ${label} was redeemed by ${owners.size} users, though it allows ${most}`, lines);
  }

  /** Credits that nobody asked for. */
  function checkOrigin(name) {
    const own = redeems.filter(({ user }) => user === name);
    const labels = new Set(own.map(({ request }) => `coupon ${request.label}`));
    const reading = ledgerOf(name);
    for (const entry of reading?.answer ?? []) {
      if (entry.event !== 'CouponCredited' || labels.has(entry.note)) continue;
      report('origin', `${name}: event ${entry.sequence} (${entry.note}) is of no call`, [], reading.line);
    }
  }
}
