/**
 * Downloads that need the bearer token: fetched, then handed to the browser as a file, so that no URL ever contains a
 * token. Each returns why it failed, or null.
 */
import { sendWithToken } from '@/shared/auth/access-token';
import { tokenFailure, toApiError, type ApiError } from './api-error';
import type { CreditLedgerApiArg, ExportSavedCompaniesApiArg, GetWebsiteFileApiArg } from './generated';
import { OPERATIONS, type Operation } from './operations';

type Failure = Promise<string | null>;

/** The file formats of a session's rows. */
export type ExportFormat = 'csv' | 'html' | 'xlsx' | 'geojson' | 'json';

/** The format, and whether sources come beside each value or in one last column. */
export interface FileKind {
  format: ExportFormat;
  sources?: 'columns';
}

/** The file formats of what was read of an address. */
export type WebsiteFormat = GetWebsiteFileApiArg['format'];

/** The rows of a session as a file. */
export function downloadSession(sessionKey: string, kind: FileKind): Failure {
  const query = new URLSearchParams({ sessionKey, ...kind });
  const name = `demandatlas-${sessionKey.slice(0, 8)}.${kind.format}`;
  return download(`/export?${query.toString()}`, OPERATIONS.exportRows, name);
}

/** All ledger entries of a window, as CSV. */
export function downloadLedger(wanted: CreditLedgerApiArg): Failure {
  const { userId, order, events, since, sessionId } = wanted;
  const query = new URLSearchParams({ format: 'csv' });
  for (const [name, value] of Object.entries({ order, events, since, session_id: sessionId })) {
    if (value !== undefined) query.set(name, value);
  }
  const path = `/api/credits/ledger/${encodeURIComponent(userId)}?${query.toString()}`;
  return download(path, OPERATIONS.creditLedger, 'ledger.csv');
}

/** What was read of an address. */
export function downloadWebsite(jobId: string, format: WebsiteFormat): Failure {
  const path = `/api/websites/${encodeURIComponent(jobId)}/file?format=${format}`;
  return download(path, OPERATIONS.getWebsiteFile, `website.${format}`);
}

/** The facts of one business as CSV, one per line. */
export function downloadReport(sessionKey: string, rowIdx: number): Failure {
  const path = `/api/business-data/${encodeURIComponent(sessionKey)}/${rowIdx}/report`;
  return download(path, OPERATIONS.getBusinessReport, 'business-report.csv');
}

/** The data kept about the user. */
export function downloadOwnData(): Failure {
  return download('/api/account/data', OPERATIONS.exportOwnData, 'my-data.json');
}

/** Saved companies as a file: the named ones, else all matches. */
export function downloadCompanies(asked: ExportSavedCompaniesApiArg): Failure {
  const { companyIds, userId, hasEmail, hasPhone, websiteRead, ...wanted } = asked;
  const query = new URLSearchParams();
  const named = {
    company_ids: companyIds,
    user_id: userId,
    has_email: hasEmail,
    has_phone: hasPhone,
    website_read: websiteRead,
    ...wanted,
  };
  for (const [name, value] of Object.entries(named)) {
    if (value !== undefined) query.set(name, String(value));
  }
  const path = `/api/saved-companies/export?${query.toString()}`;
  return download(path, OPERATIONS.exportSavedCompanies, `my-companies.${wanted.format}`);
}

/** `otherwise` names a file that the server does not. */
async function download(path: string, { name, timeoutMs }: Operation, otherwise: string): Failure {
  try {
    const answer = await sendWithToken(
      (token) =>
        fetch(new URL(path, window.location.origin), {
          headers: token === undefined ? {} : { authorization: `Bearer ${token}` },
          signal: AbortSignal.timeout(timeoutMs),
        }),
      ({ status }) => status,
    );
    if (answer.ok) {
      saveBlob(await answer.blob(), fileName(answer.headers) ?? otherwise);
      return null;
    }
    const body: unknown = await answer.json().catch(() => undefined);
    return toApiError({ status: answer.status, data: body }, name, true).message;
  } catch (failure) {
    return fetchFailure(failure, name).message;
  }
}

function fileName(headers: Headers): string | undefined {
  return /filename="([^"]+)"/.exec(headers.get('content-disposition') ?? '')?.[1];
}

function fetchFailure(failure: unknown, operation: string): ApiError {
  // Browsers word a download that breaks off differently from one that never starts.
  return failure instanceof TypeError
    ? toApiError({ status: 'FETCH_ERROR', error: failure.message }, operation, navigator.onLine)
    : tokenFailure(failure, operation, navigator.onLine);
}

/** Saves a blob under a name, as a download link would. */
export function saveBlob(blob: Blob, fileName: string): void {
  const url = URL.createObjectURL(blob);
  const link = document.createElement('a');
  link.href = url;
  link.download = fileName;
  document.body.append(link);
  link.click();
  link.remove();
  // By the next task the browser holds its own reference.
  setTimeout(() => {
    URL.revokeObjectURL(url);
  }, 0);
}
