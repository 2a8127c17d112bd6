/** What and where the business is, its scores and their drivers, and three things worth knowing. */
import { Anchor, Button, Skeleton, Title, VisuallyHidden } from '@mantine/core';
import { useEffect, useId, useRef, useState } from 'react';
import { Link } from 'react-router';
import { formatPhone } from '@/shared/lib/format-phone';
import { paths } from '@/shared/paths';
import { statusLook } from '@/shared/status/contact-status';
import { StatusDot } from '@/shared/status/StatusChip';
import { isYours, YoursTag } from '@/shared/results/Yours';
import { DocumentTitle } from '@/shared/ui/DocumentTitle';
import { GoogleCredit } from '@/shared/ui/GoogleCredit';
import { SampleTag, Tag } from '@/shared/ui/Tag';
import type_ from '@/shared/ui/type.module.css';
import { factOf, isPositionDoubtful, labelOf, nameOf, textOf, useAccount, type Account } from './account';
import { websiteOf } from './CompanyDetails';
import { useCrm } from './crm-record';
import { Fact, Score } from './Facts';
import { factorsOf } from './factors';
import { usePrinting } from './printing';
import { goTo } from './section-address';
import { worthKnowing } from './worth-knowing';
import classes from './Account.module.css';

export function Summary() {
  const account = useAccount();
  const phone = textOf(account, 'phone');
  const listedAs = textOf(account, 'name_as_listed');
  const where = [
    textOf(account, 'main_category'),
    textOf(account, 'address') ?? cityOf(account),
    phone === null ? null : formatPhone(phone),
    websiteOf(account),
    listedAs === null ? null : `Listed as ${listedAs}`,
  ].filter((part) => part !== null);
  const worth = worthKnowing(account);
  const worthId = useId();
  const printing = usePrinting();
  return (
    <header className={classes.summary}>
      {printing ? <Title order={1}>{nameOf(account)}</Title> : <Name />}
      {printing ? null : <Status />}
      <ul className={classes.where}>
        {where.map((part, index) => (
          <li key={index}>{part}</li>
        ))}
        {account.listOnly === true ? (
          <li>
            <GoogleCredit placeId={account.row.source_id} />
          </li>
        ) : null}
        {account.row.sample ? (
          <li>
            <SampleTag />
          </li>
        ) : null}
        {isYours(account.row) && !printing ? (
          <li>
            <YoursTag />
          </li>
        ) : null}
      </ul>
      {isPositionDoubtful(account) ? (
        <p className={classes.note}>
          The coordinates of this business do not fit its city and ZIP code, so facts of its surroundings are
          left out.
        </p>
      ) : null}
      <Lacking />
      <Scores />
      {worth.length === 0 ? null : (
        <section className={classes.worth} aria-labelledby={worthId}>
          <Title order={2} size="h4" id={worthId}>
            Worth knowing
          </Title>
          <ol>
            {worth.map((text) => (
              <li key={text}>{text}</li>
            ))}
          </ol>
        </section>
      )}
    </header>
  );
}

/**
 * The stored status, with a link to where it is changed. It is the user's own, so it is not printed without their
 * notes.
 */
function Status() {
  const { state, stored, contactStatus } = useCrm();
  return (
    <div className={classes.status}>
      {state === 'loading' ? <Skeleton w={120} h={22} /> : null}
      {contactStatus !== null ? (
        <Anchor
          component="button"
          type="button"
          onClick={() => {
            goTo('details');
          }}
        >
          <VisuallyHidden>Status: </VisuallyHidden>
          <Tag tone={statusLook(contactStatus).tone}>
            <StatusDot status={contactStatus} />
            {stored.status}
          </Tag>
          <VisuallyHidden>, change it</VisuallyHidden>
        </Anchor>
      ) : null}
    </div>
  );
}

/** Why nearly everything below is missing, and the cost of getting it if possible. */
function Lacking() {
  const { row, note, sessionKey } = useAccount();
  if (note != null) return <p className={classes.note}>{note}</p>;
  if (row.source_set !== undefined) return null;
  return (
    <p className={classes.note}>
      This business has not been enriched. Its facts come with those of its search, for one credit a row.{' '}
      <Anchor component={Link} to={paths.search(sessionKey, '1')} inherit underline="always">
        Enrich its search
      </Anchor>
    </p>
  );
}

function cityOf(account: Account): string | null {
  const parts = ['city', 'state', 'zip'].map((name) => textOf(account, name));
  const text = parts.filter((part) => part !== null).join(', ');
  return text === '' ? null : text;
}

/** Three lines, the rest on request. */
function Name() {
  const name = nameOf(useAccount());
  const heading = useRef<HTMLHeadingElement>(null);
  const [cut, setCut] = useState(false);
  const [whole, setWhole] = useState(false);
  useEffect(() => {
    const { current } = heading;
    if (current !== null) setCut(current.scrollHeight > current.clientHeight + 1);
  }, [name]);
  return (
    <>
      <DocumentTitle title={name} />
      <Title order={1} ref={heading} className={classes.name} data-whole={whole}>
        {name}
      </Title>
      {cut && !whole ? (
        <Button
          size="compact-sm"
          variant="subtle"
          onClick={() => {
            setWhole(true);
          }}
        >
          Show full name
        </Button>
      ) : null}
    </>
  );
}

function Scores() {
  const account = useAccount();
  const risk = textOf(account, 'risk_level');
  return (
    <dl className={classes.scores}>
      <div className={classes.score}>
        <dt>Market Intelligence Score</dt>
        <dd>
          <Score name="market_intelligence_score" />
        </dd>
        <Movers factors="market_intelligence_factors" />
      </div>
      <div className={classes.score}>
        <dt>Market Sentiment</dt>
        <dd className={type_.figure}>
          <Fact name="market_sentiment" />
        </dd>
      </div>
      <div className={classes.score}>
        <dt>Risk Level</dt>
        <dd className={type_.figure}>
          <Fact name="risk_level">{risk === 'High' ? <Tag tone="warning">High</Tag> : null}</Fact>
        </dd>
      </div>
      <div className={classes.score}>
        <dt>Transportation Access</dt>
        <dd>
          <Score name="transportation_access_score" />
        </dd>
      </div>
    </dl>
  );
}

/** What a factor of average points adds. */
const MIDDLE_POINTS = 50;

/** The two factors that raise a score most, and the one that lowers it most. */
function Movers({ factors: name }: { factors: string }) {
  const account = useAccount();
  const pull = ({ points, weight }: { points: number; weight: number }) => (points - MIDDLE_POINTS) * weight;
  const factors = factorsOf(factOf(account, name)).sort((one, other) => pull(other) - pull(one));
  const words = (fields: readonly { field: string }[]) =>
    fields.map(({ field }) => labelOf(account, field).replace(/ Score$/, '')).join(' and ');
  const lifting = factors.filter((factor) => pull(factor) > 0).slice(0, 2);
  const holding = factors.filter((factor) => pull(factor) < 0).slice(-1);
  if (lifting.length === 0 && holding.length === 0) return null;
  return (
    <dd className={type_.caption}>
      {lifting.length === 0 ? null : `Lifted by ${words(lifting)}`}
      {lifting.length > 0 && holding.length > 0 ? '; ' : null}
      {holding.length === 0 ? null : `held back by ${words(holding)}`}
    </dd>
  );
}
