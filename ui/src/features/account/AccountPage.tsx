/** /account/{sessionKey}/{rowIdx}: everything known about one business, as one report. */
import { Button, Group, Skeleton, Stack, Text, Title } from '@mantine/core';
import { Suspense, useEffect, useMemo, type ReactNode } from 'react';
import { useParams } from 'react-router';
import type { ApiError } from '@/shared/api/api-error';
import { useUser } from '@/shared/auth/auth-context';
import { useFields, type FieldBook } from '@/shared/facts/field-book';
import { NO_FILE } from '@/shared/lib/google-place';
import { paths } from '@/shared/paths';
import { BackButton } from '@/shared/ui/BackButton';
import { NotPrinted } from '@/shared/ui/NotPrinted';
import { PageHeader } from '@/shared/ui/PageHeader';
import { Panel } from '@/shared/ui/Panel';
import { PartBoundary } from '@/shared/ui/boundaries';
import { AccountProvider, useAccount, type Account } from './account';
import { useGetBusinessDataQuery } from './account-api';
import { CrmProvider } from './crm-record';
import { ReportActions } from './ReportActions';
import { SaveCompany } from './SaveCompany';
import { goToAddressed, headingId } from './section-address';
import { SectionContent } from './SectionContent';
import { SectionNav } from './SectionNav';
import { sectionsOf, type SectionOf } from './sections';
import { Summary } from './Summary';
import classes from './Account.module.css';

const ROW = /^\d{1,9}$/;
/** The server's answers for sessions of other users, or none. */
const NOT_THERE = [400, 403, 404];

const FAILED = 'Failed to load business data';

export function AccountPage() {
  const { sessionKey = '', rowIdx = '' } = useParams();
  return ROW.test(rowIdx) ? (
    <AccountOfRow key={`${sessionKey}/${rowIdx}`} sessionKey={sessionKey} rowIdx={Number(rowIdx)} />
  ) : (
    <NotFound />
  );
}

function AccountOfRow({ sessionKey, rowIdx }: { sessionKey: string; rowIdx: number }) {
  const { book, loading } = useFields();
  const { account, failure, retry } = useAccountQuery(sessionKey, rowIdx, book);
  if (account !== null && !loading) {
    return (
      <AccountProvider value={account}>
        <CrmProvider>
          <Report />
        </CrmProvider>
      </AccountProvider>
    );
  }
  if (failure === undefined) return <Loading />;
  const { status } = failure as Partial<ApiError>;
  if (status !== undefined && NOT_THERE.includes(status)) return <NotFound />;
  return <Failed failure={failure as ApiError} retry={retry} />;
}

/** The server's own words if any; failures that are not its answers are logged. */
function Failed({ failure, retry }: { failure: ApiError; retry: () => void }) {
  const { kind, detail } = failure;
  useEffect(() => {
    // eslint-disable-next-line no-console -- logged, as documented
    if (kind !== 'server') console.warn(FAILED, failure);
  }, [kind, failure]);
  return (
    <Problem title="Error Loading Account" text={kind === 'server' ? (detail ?? FAILED) : FAILED}>
      <Button onClick={retry}>Try Again</Button>
    </Problem>
  );
}

function Report() {
  const account = useAccount();
  const sections = sectionsOf(account);
  useEffect(goToAddressed, []);
  return (
    <div className={classes.page}>
      <SectionNav sections={sections} />
      <div className={classes.report}>
        <Group justify="space-between">
          <BackButton label="Back" otherwise={paths.search(account.sessionKey)} />
          <Group gap="sm">
            <SaveCompany />
            {account.listOnly === true ? <Text size="sm">{NO_FILE}</Text> : <ReportActions />}
          </Group>
        </Group>
        <NotPrinted listOnly={account.listOnly === true}>
          <Summary />
          {sections.map((section) => (
            <Section key={section.id} section={section} />
          ))}
        </NotPrinted>
      </div>
    </div>
  );
}

function Section({ section }: { section: SectionOf }) {
  const { id, title, minHeight = 120 } = section;
  return (
    <section id={id} className={classes.section} aria-labelledby={headingId(id)}>
      <div className={classes.sectionHead}>
        <Title order={2} size="h3" id={headingId(id)} tabIndex={-1} data-account-section>
          {title}
        </Title>
      </div>
      <PartBoundary text="This section could not be loaded.">
        <Suspense fallback={<Skeleton h={minHeight} />}>
          <SectionContent section={section} />
        </Suspense>
      </PartBoundary>
    </section>
  );
}

function Loading() {
  return (
    <div role="status" aria-label="Loading account">
      <Stack gap="lg">
        <Skeleton h={36} w="60%" />
        <Skeleton h={20} w="80%" />
        <Skeleton h={96} />
        <Skeleton h={280} />
        <Skeleton h={220} />
      </Stack>
    </div>
  );
}

function NotFound() {
  return (
    <Problem
      title="Account Not Found"
      text="There is no such business in this search, or the search belongs to another account."
    />
  );
}

interface ProblemProps {
  title: string;
  text: string;
  children?: ReactNode;
}

function Problem({ title, text, children }: ProblemProps) {
  return (
    <div role="alert">
      <PageHeader title={title} />
      <Panel title="What happened">
        <Text mb="md">{text}</Text>
        <Group gap="sm">
          {children}
          <BackButton label="Back" otherwise={paths.search()} />
        </Group>
      </Panel>
    </div>
  );
}

/** A business with all its facts: as its session has it now, or as it was saved if the session's rows are gone. */
interface AccountQuery {
  account: Account | null;
  /** Why it could not be loaded; undefined while it loads. */
  failure: unknown;
  retry: () => void;
}

/** Its search may have continued or been enriched since; what is shown stays until the answer. */
const FRESH = { refetchOnMountOrArgChange: true, refetchOnFocus: true, refetchOnReconnect: true };

function useAccountQuery(sessionKey: string, rowIdx: number, book: FieldBook | null): AccountQuery {
  const { sub: userId } = useUser();
  const query = useGetBusinessDataQuery({ sessionKey, rowIdx, userId }, FRESH);
  const { currentData, error, isFetching, refetch } = query;
  const account = useMemo(() => {
    if (currentData === undefined) return null;
    const { data: row, note = null, list_only: listOnly = false, website = null } = currentData;
    return { sessionKey, rowIdx, row, book, answer: currentData, note, listOnly, website };
  }, [currentData, sessionKey, rowIdx, book]);
  return { account, failure: isFetching ? undefined : error, retry: () => void refetch() };
}
