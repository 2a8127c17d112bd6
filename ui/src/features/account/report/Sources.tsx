import { plainText } from '@/shared/facts/shown-fact';
import { useConfig } from '@/shared/config/config-context';
import { useAccount } from '../account';
import { sourcesOf } from './sources';
import page from '../Account.module.css';
import classes from './Print.module.css';

/** All that the report is made of, with the credit lines that licenses ask for. */
export function Sources() {
  const account = useAccount();
  const { tile_url: tileUrl, tile_attribution: tiles } = useConfig();
  const licensed = sourcesOf(account);
  const credits = [
    plainText(account.row.attribution),
    tileUrl == null || tiles === '' ? null : `Maps: ${tiles}`,
  ].filter((credit) => credit !== null);
  return (
    <div className={classes.sources}>
      {licensed.length === 0 ? <p className={page.missing}>The sources are not available.</p> : null}
      {licensed.map(({ licence, sources }) => (
        <p key={licence}>
          <b>{licence ?? 'License not stated'}</b>: {sources.join('; ')}.
        </p>
      ))}
      {credits.map((credit) => (
        <p key={credit}>{credit}</p>
      ))}
    </div>
  );
}
