/** Shared by the tests of My Companies. */
import { ToastProvider } from '@/shared/ui/Toast';
import { companyList, packedCompanies, savedCompany } from '@/shared/testing/fake-companies';
import { fakeKnown } from '@/shared/testing/fake-known';
import { creditStatus, fake, fieldsBody } from '@/shared/testing/fakes';
import { renderRoutes } from '@/shared/testing/render';
import { server } from '@/shared/testing/server';
import type { CompaniesBody, CreditStatusApiResponse, ListedCompany } from '@/shared/api/generated';
import { Outlet } from 'react-router';
import { PATTERNS } from '@/shared/paths';
import { CompaniesPage } from './CompaniesPage';

interface Faked {
  /** All that are saved. */
  companies?: ListedCompany[];
  credits?: Partial<CreditStatusApiResponse>;
  /** The answer to a call for all matches; by default all. */
  packed?: ListedCompany[];
  /** Overrides an answer. */
  list?: Partial<CompaniesBody>;
}

/** The address query of a call, as an object. */
export type Asked = Record<string, string>;

/** Answers the page's calls; the list records requests, except for those that only count. */
export function fakeCompanies({
  companies = [savedCompany()],
  credits = {},
  list = {},
  packed = companies,
}: Faked = {}): Asked[] {
  const asked: Asked[] = [];
  server.use(
    fake('creditStatus', creditStatus(credits)),
    fake('listFields', fieldsBody()),
    fakeKnown(),
    fake('listSavedCompanies', ({ request }) => {
      const query = Object.fromEntries(new URL(request.url).searchParams);
      if (query.form === 'packed') return packedCompanies(packed);
      const page = Number(query.page);
      const limit = Number(query.limit);
      if (limit > 1) asked.push(query);
      return companyList(companies.slice((page - 1) * limit, page * limit), {
        total_count: companies.length,
        saved_total: companies.length,
        page,
        limit,
        ...list,
      });
    }),
  );
  return asked;
}

export function openCompanies(at: string = PATTERNS.myCompanies) {
  return renderRoutes(
    [
      {
        // Above the pages, as in the shell.
        element: (
          <ToastProvider>
            <Outlet />
          </ToastProvider>
        ),
        children: [
          { path: PATTERNS.myCompanies, element: <CompaniesPage /> },
          { path: '/', element: 'the home page' },
          { path: PATTERNS.plans, element: 'the plans' },
          { path: PATTERNS.companiesMap, element: 'the map' },
          { path: PATTERNS.account, element: 'an account' },
        ],
      },
    ],
    { at },
  );
}
