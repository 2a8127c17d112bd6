// Generated from docs/openapi.json by `npm run codegen`. Do not edit.
import { emptyApi as api } from './empty-api';
const injectedRtkApi = api.injectEndpoints({
  endpoints: (build) => ({
    exportOwnData: build.query<ExportOwnDataApiResponse, ExportOwnDataApiArg>({
      query: () => ({ url: `/api/account/data` }),
    }),
    eraseOwnData: build.mutation<EraseOwnDataApiResponse, EraseOwnDataApiArg>({
      query: (queryArg) => ({
        url: `/api/account/erase`,
        method: 'POST',
        body: queryArg.eraseOwnData,
      }),
    }),
    getAtlas: build.query<GetAtlasApiResponse, GetAtlasApiArg>({
      query: (queryArg) => ({
        url: `/api/atlas`,
        params: {
          kind: queryArg.kind,
          level: queryArg.level,
          supply: queryArg.supply,
          compare: queryArg.compare,
          state: queryArg.state,
          min_population: queryArg.minPopulation,
          radius: queryArg.radius,
        },
      }),
    }),
    getAtlasArea: build.query<GetAtlasAreaApiResponse, GetAtlasAreaApiArg>({
      query: (queryArg) => ({
        url: `/api/atlas/areas/${encodeURIComponent(String(queryArg.fips))}`,
      }),
    }),
    getAtlasAreaInputs: build.query<GetAtlasAreaInputsApiResponse, GetAtlasAreaInputsApiArg>({
      query: (queryArg) => ({
        url: `/api/atlas/areas/${encodeURIComponent(String(queryArg.fips))}/inputs`,
        params: {
          kind: queryArg.kind,
        },
      }),
    }),
    listAtlasKinds: build.query<ListAtlasKindsApiResponse, ListAtlasKindsApiArg>({
      query: () => ({ url: `/api/atlas/kinds` }),
    }),
    getAtlasTracts: build.query<GetAtlasTractsApiResponse, GetAtlasTractsApiArg>({
      query: (queryArg) => ({
        url: `/api/atlas/tracts`,
        params: {
          kind: queryArg.kind,
          state: queryArg.state,
          reach: queryArg.reach,
        },
      }),
    }),
    getAtlasTractShapes: build.query<GetAtlasTractShapesApiResponse, GetAtlasTractShapesApiArg>({
      query: (queryArg) => ({
        url: `/api/atlas/tracts/shapes`,
        params: {
          state: queryArg.state,
        },
      }),
    }),
    getBusinessData: build.query<GetBusinessDataApiResponse, GetBusinessDataApiArg>({
      query: (queryArg) => ({
        url: `/api/business-data/${encodeURIComponent(String(queryArg.sessionKey))}/${encodeURIComponent(String(queryArg.rowIdx))}`,
        params: {
          user_id: queryArg.userId,
          labels: queryArg.labels,
        },
      }),
    }),
    getBusinessReport: build.query<GetBusinessReportApiResponse, GetBusinessReportApiArg>({
      query: (queryArg) => ({
        url: `/api/business-data/${encodeURIComponent(String(queryArg.sessionKey))}/${encodeURIComponent(String(queryArg.rowIdx))}/report`,
      }),
    }),
    listCities: build.query<ListCitiesApiResponse, ListCitiesApiArg>({
      query: (queryArg) => ({
        url: `/api/cities`,
        params: {
          state: queryArg.state,
          prefix: queryArg.prefix,
          limit: queryArg.limit,
        },
      }),
    }),
    getConfig: build.query<GetConfigApiResponse, GetConfigApiArg>({
      query: () => ({ url: `/api/config` }),
    }),
    listCounties: build.query<ListCountiesApiResponse, ListCountiesApiArg>({
      query: (queryArg) => ({
        url: `/api/counties`,
        params: {
          prefix: queryArg.prefix,
          limit: queryArg.limit,
        },
      }),
    }),
    creditHistory: build.query<CreditHistoryApiResponse, CreditHistoryApiArg>({
      query: (queryArg) => ({
        url: `/api/credits/history/${encodeURIComponent(String(queryArg.userId))}`,
        params: {
          days: queryArg.days,
          format: queryArg.format,
        },
      }),
    }),
    creditLedger: build.query<CreditLedgerApiResponse, CreditLedgerApiArg>({
      query: (queryArg) => ({
        url: `/api/credits/ledger/${encodeURIComponent(String(queryArg.userId))}`,
        params: {
          format: queryArg.format,
          order: queryArg.order,
          until: queryArg.until,
          after: queryArg.after,
          before: queryArg.before,
          since: queryArg.since,
          events: queryArg.events,
          session_id: queryArg.sessionId,
          limit: queryArg.limit,
        },
      }),
    }),
    redeemCoupon: build.mutation<RedeemCouponApiResponse, RedeemCouponApiArg>({
      query: (queryArg) => ({
        url: `/api/credits/redeem/${encodeURIComponent(String(queryArg.userId))}`,
        method: 'POST',
        body: queryArg.redeemCoupon,
      }),
    }),
    creditStatus: build.query<CreditStatusApiResponse, CreditStatusApiArg>({
      query: (queryArg) => ({
        url: `/api/credits/status/${encodeURIComponent(String(queryArg.userId))}`,
      }),
    }),
    creditUsage: build.query<CreditUsageApiResponse, CreditUsageApiArg>({
      query: (queryArg) => ({
        url: `/api/credits/usage/${encodeURIComponent(String(queryArg.userId))}`,
        params: {
          days: queryArg.days,
        },
      }),
    }),
    getCrmData: build.query<GetCrmDataApiResponse, GetCrmDataApiArg>({
      query: (queryArg) => ({
        url: `/api/crm-data`,
        params: {
          sessionKey: queryArg.sessionKey,
          rowIdx: queryArg.rowIdx,
        },
      }),
    }),
    saveCrmData: build.mutation<SaveCrmDataApiResponse, SaveCrmDataApiArg>({
      query: (queryArg) => ({
        url: `/api/crm-data`,
        method: 'POST',
        body: queryArg.writeCrm,
      }),
    }),
    listCrmFields: build.query<ListCrmFieldsApiResponse, ListCrmFieldsApiArg>({
      query: () => ({ url: `/api/crm-fields` }),
    }),
    listFields: build.query<ListFieldsApiResponse, ListFieldsApiArg>({
      query: () => ({ url: `/api/fields` }),
    }),
    health: build.query<HealthApiResponse, HealthApiArg>({
      query: () => ({ url: `/api/health` }),
    }),
    listJobs: build.query<ListJobsApiResponse, ListJobsApiArg>({
      query: (queryArg) => ({
        url: `/api/jobs`,
        params: {
          open: queryArg.open,
          since: queryArg.since,
          runs: queryArg.runs,
          limit: queryArg.limit,
          before: queryArg.before,
        },
      }),
    }),
    estimateScrape: build.mutation<EstimateScrapeApiResponse, EstimateScrapeApiArg>({
      query: (queryArg) => ({
        url: `/api/jobs/estimate`,
        method: 'POST',
        body: queryArg.estimateSearch,
      }),
    }),
    startScrape: build.mutation<StartScrapeApiResponse, StartScrapeApiArg>({
      query: (queryArg) => ({
        url: `/api/jobs/scrape`,
        method: 'POST',
        body: queryArg.startScrape,
      }),
    }),
    getJobStatus: build.query<GetJobStatusApiResponse, GetJobStatusApiArg>({
      query: (queryArg) => ({
        url: `/api/jobs/status/${encodeURIComponent(String(queryArg.jobId))}`,
      }),
    }),
    getJob: build.query<GetJobApiResponse, GetJobApiArg>({
      query: (queryArg) => ({
        url: `/api/jobs/${encodeURIComponent(String(queryArg.jobId))}`,
      }),
    }),
    cancelJob: build.mutation<CancelJobApiResponse, CancelJobApiArg>({
      query: (queryArg) => ({
        url: `/api/jobs/${encodeURIComponent(String(queryArg.jobId))}/cancel`,
        method: 'POST',
      }),
    }),
    followJob: build.query<FollowJobApiResponse, FollowJobApiArg>({
      query: (queryArg) => ({
        url: `/api/jobs/${encodeURIComponent(String(queryArg.jobId))}/events`,
        headers: {
          'Last-Event-ID': queryArg['Last-Event-ID'],
        },
      }),
    }),
    getJobResult: build.query<GetJobResultApiResponse, GetJobResultApiArg>({
      query: (queryArg) => ({
        url: `/api/jobs/${encodeURIComponent(String(queryArg.jobId))}/result`,
        params: {
          labels: queryArg.labels,
          offset: queryArg.offset,
          limit: queryArg.limit,
          columns: queryArg.columns,
          form: queryArg.form,
        },
      }),
    }),
    markJobSeen: build.mutation<MarkJobSeenApiResponse, MarkJobSeenApiArg>({
      query: (queryArg) => ({
        url: `/api/jobs/${encodeURIComponent(String(queryArg.jobId))}/seen`,
        method: 'POST',
      }),
    }),
    getKnownBusinesses: build.query<GetKnownBusinessesApiResponse, GetKnownBusinessesApiArg>({
      query: () => ({ url: `/api/known-businesses` }),
    }),
    saveKnownBusinesses: build.mutation<SaveKnownBusinessesApiResponse, SaveKnownBusinessesApiArg>({
      query: (queryArg) => ({
        url: `/api/known-businesses`,
        method: 'PUT',
        body: queryArg.body,
      }),
    }),
    removeKnownBusinesses: build.mutation<RemoveKnownBusinessesApiResponse, RemoveKnownBusinessesApiArg>({
      query: () => ({ url: `/api/known-businesses`, method: 'DELETE' }),
    }),
    confirmNewsMail: build.mutation<ConfirmNewsMailApiResponse, ConfirmNewsMailApiArg>({
      query: (queryArg) => ({
        url: `/api/mail/confirm`,
        method: 'POST',
        body: queryArg.mailLink,
      }),
    }),
    startNewsMail: build.mutation<StartNewsMailApiResponse, StartNewsMailApiArg>({
      query: (queryArg) => ({
        url: `/api/mail/start`,
        method: 'POST',
        body: queryArg.mailLink,
      }),
    }),
    stopNewsMail: build.mutation<StopNewsMailApiResponse, StopNewsMailApiArg>({
      query: (queryArg) => ({
        url: `/api/mail/stop`,
        method: 'POST',
        body: queryArg.mailLink,
        params: {
          token: queryArg.token,
        },
      }),
    }),
    listMonitors: build.query<ListMonitorsApiResponse, ListMonitorsApiArg>({
      query: () => ({ url: `/api/monitors` }),
    }),
    createMonitor: build.mutation<CreateMonitorApiResponse, CreateMonitorApiArg>({
      query: (queryArg) => ({
        url: `/api/monitors`,
        method: 'POST',
        body: queryArg.createMonitor,
      }),
    }),
    previewMonitor: build.query<PreviewMonitorApiResponse, PreviewMonitorApiArg>({
      query: (queryArg) => ({
        url: `/api/monitors/preview`,
        method: 'POST',
        body: queryArg.previewMonitor,
      }),
    }),
    getMonitor: build.query<GetMonitorApiResponse, GetMonitorApiArg>({
      query: (queryArg) => ({
        url: `/api/monitors/${encodeURIComponent(String(queryArg.monitorId))}`,
      }),
    }),
    deleteMonitor: build.mutation<DeleteMonitorApiResponse, DeleteMonitorApiArg>({
      query: (queryArg) => ({
        url: `/api/monitors/${encodeURIComponent(String(queryArg.monitorId))}`,
        method: 'DELETE',
      }),
    }),
    changeMonitor: build.mutation<ChangeMonitorApiResponse, ChangeMonitorApiArg>({
      query: (queryArg) => ({
        url: `/api/monitors/${encodeURIComponent(String(queryArg.monitorId))}`,
        method: 'PATCH',
        body: queryArg.changeMonitor,
      }),
    }),
    pauseMonitor: build.mutation<PauseMonitorApiResponse, PauseMonitorApiArg>({
      query: (queryArg) => ({
        url: `/api/monitors/${encodeURIComponent(String(queryArg.monitorId))}/pause`,
        method: 'POST',
      }),
    }),
    resumeMonitor: build.mutation<ResumeMonitorApiResponse, ResumeMonitorApiArg>({
      query: (queryArg) => ({
        url: `/api/monitors/${encodeURIComponent(String(queryArg.monitorId))}/resume`,
        method: 'POST',
      }),
    }),
    runMonitor: build.mutation<RunMonitorApiResponse, RunMonitorApiArg>({
      query: (queryArg) => ({
        url: `/api/monitors/${encodeURIComponent(String(queryArg.monitorId))}/run`,
        method: 'POST',
      }),
    }),
    listMonitorRuns: build.query<ListMonitorRunsApiResponse, ListMonitorRunsApiArg>({
      query: (queryArg) => ({
        url: `/api/monitors/${encodeURIComponent(String(queryArg.monitorId))}/runs`,
        params: {
          before: queryArg.before,
          limit: queryArg.limit,
        },
      }),
    }),
    getMonitorRun: build.query<GetMonitorRunApiResponse, GetMonitorRunApiArg>({
      query: (queryArg) => ({
        url: `/api/monitors/${encodeURIComponent(String(queryArg.monitorId))}/runs/${encodeURIComponent(String(queryArg.sessionKey))}`,
      }),
    }),
    listMonitorChanges: build.query<ListMonitorChangesApiResponse, ListMonitorChangesApiArg>({
      query: (queryArg) => ({
        url: `/api/monitors/${encodeURIComponent(String(queryArg.monitorId))}/runs/${encodeURIComponent(String(queryArg.sessionKey))}/changes`,
        params: {
          kind: queryArg.kind,
          after: queryArg.after,
          limit: queryArg.limit,
        },
      }),
    }),
    listNotices: build.query<ListNoticesApiResponse, ListNoticesApiArg>({
      query: (queryArg) => ({
        url: `/api/notices`,
        params: {
          limit: queryArg.limit,
        },
      }),
    }),
    getNewsMail: build.query<GetNewsMailApiResponse, GetNewsMailApiArg>({
      query: () => ({ url: `/api/notices/mail` }),
    }),
    saveNewsMail: build.mutation<SaveNewsMailApiResponse, SaveNewsMailApiArg>({
      query: (queryArg) => ({
        url: `/api/notices/mail`,
        method: 'PUT',
        body: queryArg.newsMailAddress,
      }),
    }),
    removeNewsMail: build.mutation<RemoveNewsMailApiResponse, RemoveNewsMailApiArg>({
      query: () => ({ url: `/api/notices/mail`, method: 'DELETE' }),
    }),
    readNotices: build.mutation<ReadNoticesApiResponse, ReadNoticesApiArg>({
      query: (queryArg) => ({
        url: `/api/notices/read`,
        method: 'POST',
        body: queryArg.readNotices,
      }),
    }),
    listPlans: build.query<ListPlansApiResponse, ListPlansApiArg>({
      query: () => ({ url: `/api/plans` }),
    }),
    getProxy: build.query<GetProxyApiResponse, GetProxyApiArg>({
      query: () => ({ url: `/api/proxy` }),
    }),
    saveProxy: build.mutation<SaveProxyApiResponse, SaveProxyApiArg>({
      query: (queryArg) => ({
        url: `/api/proxy`,
        method: 'PUT',
        body: queryArg.proxyAddress,
      }),
    }),
    removeProxy: build.mutation<RemoveProxyApiResponse, RemoveProxyApiArg>({
      query: () => ({ url: `/api/proxy`, method: 'DELETE' }),
    }),
    restoreProxy: build.mutation<RestoreProxyApiResponse, RestoreProxyApiArg>({
      query: () => ({ url: `/api/proxy/restore`, method: 'POST' }),
    }),
    testProxy: build.mutation<TestProxyApiResponse, TestProxyApiArg>({
      query: (queryArg) => ({
        url: `/api/proxy/test`,
        method: 'POST',
        body: queryArg.proxyToTest,
      }),
    }),
    saveCompanies: build.mutation<SaveCompaniesApiResponse, SaveCompaniesApiArg>({
      query: (queryArg) => ({
        url: `/api/save-companies`,
        method: 'POST',
        body: queryArg.saveCompanies,
      }),
    }),
    saveCompany: build.mutation<SaveCompanyApiResponse, SaveCompanyApiArg>({
      query: (queryArg) => ({
        url: `/api/save-company`,
        method: 'POST',
        body: queryArg.saveCompany,
      }),
    }),
    listSavedCompanies: build.query<ListSavedCompaniesApiResponse, ListSavedCompaniesApiArg>({
      query: (queryArg) => ({
        url: `/api/saved-companies`,
        params: {
          user_id: queryArg.userId,
          search: queryArg.search,
          status: queryArg.status,
          score: queryArg.score,
          industry: queryArg.industry,
          state: queryArg.state,
          city: queryArg.city,
          tag: queryArg.tag,
          today: queryArg.today,
          due: queryArg.due,
          stale: queryArg.stale,
          changed: queryArg.changed,
          has_email: queryArg.hasEmail,
          has_phone: queryArg.hasPhone,
          website_read: queryArg.websiteRead,
          company_ids: queryArg.companyIds,
          sort: queryArg.sort,
          order: queryArg.order,
          page: queryArg.page,
          limit: queryArg.limit,
          fields: queryArg.fields,
          facets: queryArg.facets,
          form: queryArg.form,
        },
      }),
    }),
    countSavedCompaniesByCounty: build.query<
      CountSavedCompaniesByCountyApiResponse,
      CountSavedCompaniesByCountyApiArg
    >({
      query: (queryArg) => ({
        url: `/api/saved-companies/by-county`,
        params: {
          kind: queryArg.kind,
        },
      }),
    }),
    exportSavedCompanies: build.query<ExportSavedCompaniesApiResponse, ExportSavedCompaniesApiArg>({
      query: (queryArg) => ({
        url: `/api/saved-companies/export`,
        params: {
          user_id: queryArg.userId,
          search: queryArg.search,
          status: queryArg.status,
          score: queryArg.score,
          industry: queryArg.industry,
          state: queryArg.state,
          city: queryArg.city,
          tag: queryArg.tag,
          today: queryArg.today,
          due: queryArg.due,
          stale: queryArg.stale,
          changed: queryArg.changed,
          has_email: queryArg.hasEmail,
          has_phone: queryArg.hasPhone,
          website_read: queryArg.websiteRead,
          company_ids: queryArg.companyIds,
          sort: queryArg.sort,
          order: queryArg.order,
          format: queryArg.format,
          sources: queryArg.sources,
        },
      }),
    }),
    setFollowUps: build.mutation<SetFollowUpsApiResponse, SetFollowUpsApiArg>({
      query: (queryArg) => ({
        url: `/api/saved-companies/follow-up`,
        method: 'POST',
        body: queryArg.followUpChanges,
      }),
    }),
    refreshSavedCompanies: build.mutation<RefreshSavedCompaniesApiResponse, RefreshSavedCompaniesApiArg>({
      query: (queryArg) => ({
        url: `/api/saved-companies/refresh`,
        method: 'POST',
        body: queryArg.companyIds,
      }),
    }),
    removeSavedCompanies: build.mutation<RemoveSavedCompaniesApiResponse, RemoveSavedCompaniesApiArg>({
      query: (queryArg) => ({
        url: `/api/saved-companies/remove`,
        method: 'POST',
        body: queryArg.companyIds,
      }),
    }),
    restoreSavedCompanies: build.mutation<RestoreSavedCompaniesApiResponse, RestoreSavedCompaniesApiArg>({
      query: (queryArg) => ({
        url: `/api/saved-companies/restore`,
        method: 'POST',
        body: queryArg.companyIds,
      }),
    }),
    setCompanyStatuses: build.mutation<SetCompanyStatusesApiResponse, SetCompanyStatusesApiArg>({
      query: (queryArg) => ({
        url: `/api/saved-companies/status`,
        method: 'POST',
        body: queryArg.statusChanges,
      }),
    }),
    tagCompanies: build.mutation<TagCompaniesApiResponse, TagCompaniesApiArg>({
      query: (queryArg) => ({
        url: `/api/saved-companies/tags`,
        method: 'POST',
        body: queryArg.tagChanges,
      }),
    }),
    listSources: build.query<ListSourcesApiResponse, ListSourcesApiArg>({
      query: () => ({ url: `/api/sources` }),
    }),
    getTimeline: build.query<GetTimelineApiResponse, GetTimelineApiArg>({
      query: (queryArg) => ({
        url: `/api/timeline/${encodeURIComponent(String(queryArg.sessionKey))}/${encodeURIComponent(String(queryArg.rowIdx))}`,
        params: {
          before: queryArg.before,
          limit: queryArg.limit,
        },
      }),
    }),
    estimateWebsites: build.mutation<EstimateWebsitesApiResponse, EstimateWebsitesApiArg>({
      query: (queryArg) => ({
        url: `/api/websites/estimate`,
        method: 'POST',
        body: queryArg.readWebsites,
      }),
    }),
    readWebsites: build.mutation<ReadWebsitesApiResponse, ReadWebsitesApiArg>({
      query: (queryArg) => ({
        url: `/api/websites/read`,
        method: 'POST',
        body: queryArg.readWebsites,
      }),
    }),
    getWebsiteFile: build.query<GetWebsiteFileApiResponse, GetWebsiteFileApiArg>({
      query: (queryArg) => ({
        url: `/api/websites/${encodeURIComponent(String(queryArg.jobId))}/file`,
        params: {
          format: queryArg.format,
        },
      }),
    }),
    getWebsitePages: build.query<GetWebsitePagesApiResponse, GetWebsitePagesApiArg>({
      query: (queryArg) => ({
        url: `/api/websites/${encodeURIComponent(String(queryArg.jobId))}/pages`,
      }),
    }),
    enrich: build.mutation<EnrichApiResponse, EnrichApiArg>({
      query: (queryArg) => ({
        url: `/enrich`,
        method: 'POST',
        body: queryArg.enrichSession,
        headers: {
          Prefer: queryArg.prefer,
        },
        params: {
          labels: queryArg.labels,
          offset: queryArg.offset,
          limit: queryArg.limit,
          columns: queryArg.columns,
          form: queryArg.form,
        },
      }),
    }),
    exportRows: build.query<ExportRowsApiResponse, ExportRowsApiArg>({
      query: (queryArg) => ({
        url: `/export`,
        params: {
          sessionKey: queryArg.sessionKey,
          format: queryArg.format,
          labels: queryArg.labels,
          sources: queryArg.sources,
        },
      }),
    }),
    scrape: build.mutation<ScrapeApiResponse, ScrapeApiArg>({
      query: (queryArg) => ({
        url: `/scrape`,
        method: 'GET',
        params: {
          query: queryArg.query,
          state: queryArg.state,
          user_id: queryArg.userId,
          session_id: queryArg.sessionId,
          source: queryArg.source,
          scraper_id: queryArg.scraperId,
          labels: queryArg.labels,
        },
      }),
    }),
  }),
  overrideExisting: false,
});
export { injectedRtkApi as generatedApi };
export type ExportOwnDataApiResponse = /** status 200 The document */ OwnData;
export type ExportOwnDataApiArg = void;
export type EraseOwnDataApiResponse =
  | /** status 200 Erased from everywhere */ ErasedBody
  | /** status 202 Erased from the records; remaining traces in files or in a late read model follow automatically */ ErasedBody;
export type EraseOwnDataApiArg = {
  eraseOwnData: EraseOwnData;
};
export type GetAtlasApiResponse = /** status 200 The counties */ AtlasBody;
export type GetAtlasApiArg = {
  /** The kind of business. */
  kind: string;
  /** Each county alone, or with its surroundings. */
  level?: 'county' | 'around';
  /** Where businesses are counted. */
  supply?: 'census' | 'listings';
  /** What counts as usual. */
  compare?: 'similar' | 'nation' | 'state';
  /** Only this state's counties, two letters. */
  state?: string;
  /** Only counties with so many residents. */
  minPopulation?: number;
  /** Miles that surroundings reach: neighbors count the less the farther they are, up to three times as far. 10, 25 or 40. */
  radius?: number;
};
export type GetAtlasAreaApiResponse = /** status 200 The county */ AtlasArea;
export type GetAtlasAreaApiArg = {
  /** The county's FIPS code */
  fips: string;
};
export type GetAtlasAreaInputsApiResponse = /** status 200 The figures, each with its table */ AtlasInputs;
export type GetAtlasAreaInputsApiArg = {
  /** The county's FIPS code */
  fips: string;
  /** The kind of business. */
  kind: string;
};
export type ListAtlasKindsApiResponse = /** status 200 The kinds */ AtlasKinds;
export type ListAtlasKindsApiArg = void;
export type GetAtlasTractsApiResponse = /** status 200 The neighborhoods */ AtlasTracts;
export type GetAtlasTractsApiArg = {
  /** The kind of business. */
  kind: string;
  /** The state, two letters. */
  state: string;
  /** Where a business's reach ends, in miles: 5, 10 or 25. */
  reach?: number;
};
export type GetAtlasTractShapesApiResponse = /** status 200 The shapes */ object;
export type GetAtlasTractShapesApiArg = {
  /** The state, two letters. */
  state: string;
};
export type GetBusinessDataApiResponse = /** status 200 The business */ BusinessData;
export type GetBusinessDataApiArg = {
  /** The session */
  sessionKey: string;
  /** The row, from 0 */
  rowIdx: number;
  /** The signed-in user's subject id; may be left out. */
  userId?: string;
  /** `true`: facts under the specification's labels instead of their canonical names. */
  labels?: boolean;
};
export type GetBusinessReportApiResponse = /** status 200 The report */ string;
export type GetBusinessReportApiArg = {
  /** The session */
  sessionKey: string;
  /** The row, from 0 */
  rowIdx: number;
};
export type ListCitiesApiResponse = /** status 200 The cities */ CitiesBody;
export type ListCitiesApiArg = {
  /** The state, two letters. */
  state: string;
  /** The beginning of the name, in any spelling; empty for the largest cities. */
  prefix?: string;
  /** Maximum number of cities. */
  limit?: number;
};
export type GetConfigApiResponse = /** status 200 The browser's configuration */ ClientConfig;
export type GetConfigApiArg = void;
export type ListCountiesApiResponse = /** status 200 The counties */ CountiesBody;
export type ListCountiesApiArg = {
  /** The beginning of a name, with or without its state, or a five-digit code; empty for those with most people. */
  prefix?: string;
  /** Maximum number of counties. */
  limit?: number;
};
export type CreditHistoryApiResponse = /** status 200 The sessions, as JSON or CSV */ HistoryBody;
export type CreditHistoryApiArg = {
  /** The signed-in user's subject id */
  userId: string;
  /** How far back, in days: 7, 30, 90 or 365. */
  days?: string;
  /** `json` or `csv`. */
  format?: string;
};
export type CreditLedgerApiResponse = /** status 200 A page as JSON, or all of it as CSV */ LedgerBody;
export type CreditLedgerApiArg = {
  /** The signed-in user's subject id */
  userId: string;
  /** `json` or `csv`; `csv` is not divided into pages. */
  format?: string;
  /** `oldest` first, replayed from the events as by an auditor, or `newest` first. */
  order?: string;
  /** Only entries up to this moment (RFC 3339), such as `2026-01-31T23:59:59Z`. */
  until?: string;
  /** Oldest first: only entries after this number, `next_after` of the previous page. */
  after?: number;
  /** Newest first: only entries before this number, `next_before` of the previous page. */
  before?: number;
  /** Newest first: only entries from this moment on (RFC 3339). */
  since?: string;
  /** Newest first: only these events, separated by commas, such as `CreditsDebited,CouponCredited`. */
  events?: string;
  /** Newest first: only entries of this session. */
  sessionId?: string;
  /** Entries per page, 1 to 1000. */
  limit?: number;
};
export type RedeemCouponApiResponse = /** status 200 Redeemed, or the reason why not */ RedemptionBody;
export type RedeemCouponApiArg = {
  /** The signed-in user's subject id */
  userId: string;
  redeemCoupon: RedeemCoupon;
};
export type CreditStatusApiResponse = /** status 200 The current balance */ CreditStatusBody;
export type CreditStatusApiArg = {
  /** The signed-in user's subject id */
  userId: string;
};
export type CreditUsageApiResponse = /** status 200 Credits by day */ UsageBody;
export type CreditUsageApiArg = {
  /** The signed-in user's subject id */
  userId: string;
  /** Number of days, including today (UTC): 1 to 365. */
  days?: number;
};
export type GetCrmDataApiResponse = /** status 200 The form */ CrmBody;
export type GetCrmDataApiArg = {
  /** Its session. */
  sessionKey: string;
  /** Its row in the session, from 0. */
  rowIdx: number;
};
export type SaveCrmDataApiResponse = /** status 200 Saved */ CrmBody;
export type SaveCrmDataApiArg = {
  writeCrm: WriteCrm;
};
export type ListCrmFieldsApiResponse = /** status 200 The fields */ CrmFieldsBody;
export type ListCrmFieldsApiArg = void;
export type ListFieldsApiResponse = /** status 200 The columns of a row */ FieldsBody;
export type ListFieldsApiArg = void;
export type HealthApiResponse = /** status 200 Running, perhaps degraded */ Health;
export type HealthApiArg = void;
export type ListJobsApiResponse = /** status 200 A page of sessions */ JobsBody;
export type ListJobsApiArg = {
  /** `true`: only those that are running, are being enriched, or ended in the last 24 hours and have not been opened
    since. */
  open?: boolean;
  /** Only those started at this moment or later: a day, or a date and time (RFC 3339). */
  since?: string;
  /** `false`: without the runs of schedules. */
  runs?: boolean;
  /** Sessions per page. */
  limit?: number;
  /** The `next` of the previous page. */
  before?: string;
};
export type EstimateScrapeApiResponse = /** status 200 The estimate */ Estimate;
export type EstimateScrapeApiArg = {
  estimateSearch: EstimateSearch;
};
export type StartScrapeApiResponse = /** status 202 Queued */ StartedJob;
export type StartScrapeApiArg = {
  startScrape: StartScrape;
};
export type GetJobStatusApiResponse = /** status 200 Its status and progress */ JobBody;
export type GetJobStatusApiArg = {
  /** The job's id */
  jobId: string;
};
export type GetJobApiResponse = /** status 200 Its status and progress */ JobBody;
export type GetJobApiArg = {
  /** The job's id */
  jobId: string;
};
export type CancelJobApiResponse = /** status 200 Cancelled */ CancelledJob;
export type CancelJobApiArg = {
  /** The job's id */
  jobId: string;
};
export type FollowJobApiResponse = /** status 200 Events with the job's body */ string;
export type FollowJobApiArg = {
  /** The job's id */
  jobId: string;
  /** The id of the last event received: the same state is not sent again. */
  'Last-Event-ID'?: string;
};
export type GetJobResultApiResponse = /** status 200 The rows delivered so far */ JobRows;
export type GetJobResultApiArg = {
  /** The job's id */
  jobId: string;
  /** `true`: facts under the specification's labels (`Average Weekly Wage (County)`) instead of canonical names. */
  labels?: boolean;
  /** Rows to skip; `total` in the answer is the number of rows. */
  offset?: number;
  /** Maximum number of rows, up to 10,000; if left out, all following rows are streamed. */
  limit?: number;
  /** Only these columns, by their keys in GET /api/fields, comma-separated. Rows as objects always have `row_idx`,
    `name`, `source` and `sample`; packed ones, `row_idx`. Whoever has a list of known businesses gets `yours`, too. */
  columns?: string;
  /** `rows` (default): each row is an object. `packed`: the columns once, and each row a list of values in their order. */
  form?: 'rows' | 'packed';
};
export type MarkJobSeenApiResponse = unknown;
export type MarkJobSeenApiArg = {
  /** The job's id */
  jobId: string;
};
export type GetKnownBusinessesApiResponse =
  /** status 200 The list's numbers, or that there is none */ KnownBusinessesBody;
export type GetKnownBusinessesApiArg = void;
export type SaveKnownBusinessesApiResponse =
  /** status 200 Stored, without the rows that cannot be used */ UploadedBody;
export type SaveKnownBusinessesApiArg = {
  /** A CSV file of at most 5 MB and 50,000 rows */
  body: string;
};
export type RemoveKnownBusinessesApiResponse = /** status 200 There is none any more */ KnownBusinessesBody;
export type RemoveKnownBusinessesApiArg = void;
export type ConfirmNewsMailApiResponse = /** status 200 What holds now */ MailLinkBody;
export type ConfirmNewsMailApiArg = {
  mailLink: MailLink;
};
export type StartNewsMailApiResponse = /** status 200 What holds now */ MailLinkBody;
export type StartNewsMailApiArg = {
  mailLink: MailLink;
};
export type StopNewsMailApiResponse = /** status 200 What holds now */ MailLinkBody;
export type StopNewsMailApiArg = {
  /** The token; if left out, it is in the body. */
  token?: string;
  mailLink: MailLink;
};
export type ListMonitorsApiResponse = /** status 200 The schedules */ MonitorsBody;
export type ListMonitorsApiArg = void;
export type CreateMonitorApiResponse = /** status 201 Created */ MonitorBody;
export type CreateMonitorApiArg = {
  createMonitor: CreateMonitor;
};
export type PreviewMonitorApiResponse = /** status 200 Its next slot */ PreviewBody;
export type PreviewMonitorApiArg = {
  previewMonitor: PreviewMonitor;
};
export type GetMonitorApiResponse = /** status 200 The schedule */ MonitorBody;
export type GetMonitorApiArg = {
  /** The schedule's id */
  monitorId: string;
};
export type DeleteMonitorApiResponse = unknown;
export type DeleteMonitorApiArg = {
  /** The schedule's id */
  monitorId: string;
};
export type ChangeMonitorApiResponse = /** status 200 Changed */ MonitorBody;
export type ChangeMonitorApiArg = {
  /** The schedule's id */
  monitorId: string;
  changeMonitor: ChangeMonitor;
};
export type PauseMonitorApiResponse = /** status 200 Paused */ MonitorBody;
export type PauseMonitorApiArg = {
  /** The schedule's id */
  monitorId: string;
};
export type ResumeMonitorApiResponse = /** status 200 It runs again */ MonitorBody;
export type ResumeMonitorApiArg = {
  /** The schedule's id */
  monitorId: string;
};
export type RunMonitorApiResponse = /** status 202 It runs, or was skipped */ MonitorBody;
export type RunMonitorApiArg = {
  /** The schedule's id */
  monitorId: string;
};
export type ListMonitorRunsApiResponse = /** status 200 The runs */ RunsBody;
export type ListMonitorRunsApiArg = {
  /** The schedule's id */
  monitorId: string;
  /** Those before this slot. */
  before?: string;
  /** How many, 1 to 200. */
  limit?: number;
};
export type GetMonitorRunApiResponse = /** status 200 The run */ MonitorRun;
export type GetMonitorRunApiArg = {
  /** The schedule's id */
  monitorId: string;
  /** The run's session */
  sessionKey: string;
};
export type ListMonitorChangesApiResponse = /** status 200 The changes */ ChangesBody;
export type ListMonitorChangesApiArg = {
  /** The schedule's id */
  monitorId: string;
  /** The run's session */
  sessionKey: string;
  /** Which ones. */
  kind: 'new' | 'changed' | 'gone';
  /** Those after this number. */
  after?: number;
  /** How many, 1 to 200. */
  limit?: number;
};
export type ListNoticesApiResponse = /** status 200 The notices */ NoticesBody;
export type ListNoticesApiArg = {
  /** At most, 1 to 100. */
  limit?: number;
};
export type GetNewsMailApiResponse = /** status 200 The address, or that there is none */ NewsMailBody;
export type GetNewsMailApiArg = void;
export type SaveNewsMailApiResponse = /** status 200 Saved */ NewsMailBody;
export type SaveNewsMailApiArg = {
  newsMailAddress: NewsMailAddress;
};
export type RemoveNewsMailApiResponse = /** status 200 There is none any more */ NewsMailBody;
export type RemoveNewsMailApiArg = void;
export type ReadNoticesApiResponse = /** status 200 The notices */ NoticesBody;
export type ReadNoticesApiArg = {
  readNotices: ReadNotices;
};
export type ListPlansApiResponse = /** status 200 The plans, from the smallest to the largest */ PlansBody;
export type ListPlansApiArg = void;
export type GetProxyApiResponse = /** status 200 The proxy, or that there is none */ ProxyBody;
export type GetProxyApiArg = void;
export type SaveProxyApiResponse = /** status 200 Saved */ ProxyBody;
export type SaveProxyApiArg = {
  proxyAddress: ProxyAddress;
};
export type RemoveProxyApiResponse = /** status 200 There is none any more */ ProxyBody;
export type RemoveProxyApiArg = void;
export type RestoreProxyApiResponse = /** status 200 The proxy */ ProxyBody;
export type RestoreProxyApiArg = void;
export type TestProxyApiResponse = /** status 200 Whether it works */ ProxyTestBody;
export type TestProxyApiArg = {
  proxyToTest: ProxyToTest;
};
export type SaveCompaniesApiResponse = /** status 200 The outcome of each */ SavedCompanies;
export type SaveCompaniesApiArg = {
  saveCompanies: SaveCompanies;
};
export type SaveCompanyApiResponse = /** status 200 Saved, now or before */ SavedCompany;
export type SaveCompanyApiArg = {
  saveCompany: SaveCompany;
};
export type ListSavedCompaniesApiResponse = /** status 200 The companies */ ListBody;
export type ListSavedCompaniesApiArg = {
  /** The signed-in user's subject id; may be left out. */
  userId?: string;
  /** Words to look for in names, places, notes and tags. Tolerates typing errors. */
  search?: string;
  /** Statuses: `not_contacted`, `contacted`, `follow_up`, `qualified`, `proposal_sent`, `customer`,
    `converted`, `not_interested`. */
  status?: string;
  /** Bands of the market intelligence score: `91-100`, `81-90`, `71-80`, `61-70`, `51-60`. */
  score?: string;
  /** Main categories; `Unknown` if not known. */
  industry?: string;
  /** States' codes. */
  state?: string;
  /** Cities. */
  city?: string;
  /** Tags. */
  tag?: string;
  /** The user's current day, such as `2026-05-04`: `due_total` counts follow-ups on or before it. */
  today?: string;
  /** `true`: only those with a follow-up date on or before `today`. */
  due?: boolean;
  /** `true`: only those whose facts are from another period than the installed reference data. */
  stale?: boolean;
  /** `true`: only those whose listing a schedule found changed since they were saved. */
  changed?: boolean;
  /** `true`: only those with an e-mail address, by their listing or their website. */
  hasEmail?: boolean;
  /** `true`: only those with a phone number, by their listing or their website. */
  hasPhone?: boolean;
  /** `true`: only those whose website you had read. */
  websiteRead?: boolean;
  /** Only the companies with these ids, separated by commas; at most 200. */
  companyIds?: string;
  /** The sort key; by default `saved_at`, newest first. */
  sort?:
    | 'company_name'
    | 'city'
    | 'state'
    | 'main_category'
    | 'market_intelligence_score'
    | 'contact_status'
    | 'saved_at'
    | 'follow_up_date';
  /** `asc` (default) or `desc`. */
  order?: 'asc' | 'desc';
  /** The page, from 1; if left out, all companies are returned. */
  page?: number;
  /** Companies per page: 50 by default, at most 500. */
  limit?: number;
  /** Keys of further fields for `business_data`, separated by commas; only for pages. */
  fields?: string;
  /** `true`: the answer includes the possible values of filters. */
  facets?: boolean;
  /** `packed`: companies as lists of values. */
  form?: 'packed';
};
export type CountSavedCompaniesByCountyApiResponse =
  /** status 200 The counties that have any */ SavedByCounty;
export type CountSavedCompaniesByCountyApiArg = {
  /** The kind of business. */
  kind: string;
};
export type ExportSavedCompaniesApiResponse = /** status 200 The companies */ string;
export type ExportSavedCompaniesApiArg = {
  /** The signed-in user's subject id; may be left out. */
  userId?: string;
  /** Words to look for in names, places, notes and tags. Tolerates typing errors. */
  search?: string;
  /** Statuses: `not_contacted`, `contacted`, `follow_up`, `qualified`, `proposal_sent`, `customer`,
    `converted`, `not_interested`. */
  status?: string;
  /** Bands of the market intelligence score: `91-100`, `81-90`, `71-80`, `61-70`, `51-60`. */
  score?: string;
  /** Main categories; `Unknown` if not known. */
  industry?: string;
  /** States' codes. */
  state?: string;
  /** Cities. */
  city?: string;
  /** Tags. */
  tag?: string;
  /** The user's current day, such as `2026-05-04`: `due_total` counts follow-ups on or before it. */
  today?: string;
  /** `true`: only those with a follow-up date on or before `today`. */
  due?: boolean;
  /** `true`: only those whose facts are from another period than the installed reference data. */
  stale?: boolean;
  /** `true`: only those whose listing a schedule found changed since they were saved. */
  changed?: boolean;
  /** `true`: only those with an e-mail address, by their listing or their website. */
  hasEmail?: boolean;
  /** `true`: only those with a phone number, by their listing or their website. */
  hasPhone?: boolean;
  /** `true`: only those whose website you had read. */
  websiteRead?: boolean;
  /** Only the companies with these ids, separated by commas; at most 200. */
  companyIds?: string;
  /** The sort key; by default `saved_at`, newest first. */
  sort?:
    | 'company_name'
    | 'city'
    | 'state'
    | 'main_category'
    | 'market_intelligence_score'
    | 'contact_status'
    | 'saved_at'
    | 'follow_up_date';
  /** `asc` (default) or `desc`. */
  order?: 'asc' | 'desc';
  /** `csv`, `xlsx` (an Excel workbook) or `geojson`. */
  format: 'csv' | 'xlsx' | 'geojson';
  /** In CSV and Excel, `columns`: columns with source and vintage next to each fact, instead of one last column with the
    sources of the company. */
  sources?: 'columns';
};
export type SetFollowUpsApiResponse = /** status 200 The outcome of each */ CompanyChanges;
export type SetFollowUpsApiArg = {
  followUpChanges: FollowUpChanges;
};
export type RefreshSavedCompaniesApiResponse = /** status 200 The outcome of each */ CompanyRefresh;
export type RefreshSavedCompaniesApiArg = {
  companyIds: CompanyIds;
};
export type RemoveSavedCompaniesApiResponse = /** status 200 The outcome of each */ CompanyChanges;
export type RemoveSavedCompaniesApiArg = {
  companyIds: CompanyIds;
};
export type RestoreSavedCompaniesApiResponse = /** status 200 The outcome of each */ CompanyChanges;
export type RestoreSavedCompaniesApiArg = {
  companyIds: CompanyIds;
};
export type SetCompanyStatusesApiResponse = /** status 200 The outcome of each */ CompanyChanges;
export type SetCompanyStatusesApiArg = {
  statusChanges: StatusChanges;
};
export type TagCompaniesApiResponse = /** status 200 The outcome of each */ CompanyChanges;
export type TagCompaniesApiArg = {
  tagChanges: TagChanges;
};
export type ListSourcesApiResponse = /** status 200 The maps services */ SourcesBody;
export type ListSourcesApiArg = void;
export type GetTimelineApiResponse = /** status 200 The changes */ TimelineBody;
export type GetTimelineApiArg = {
  /** The company's session */
  sessionKey: string;
  /** Its row there, from 0 */
  rowIdx: number;
  /** Only saves before this one, as named in `next_before`. */
  before?: number;
  /** Maximum number of saves, 100 by default; a save may change several fields. */
  limit?: number;
};
export type EstimateWebsitesApiResponse = /** status 200 The number of websites */ WebsitesEstimate;
export type EstimateWebsitesApiArg = {
  readWebsites: ReadWebsites;
};
export type ReadWebsitesApiResponse = /** status 202 Queued */ StartedReading;
export type ReadWebsitesApiArg = {
  readWebsites: ReadWebsites;
};
export type GetWebsiteFileApiResponse = /** status 200 The file */ string;
export type GetWebsiteFileApiArg = {
  /** The job's id */
  jobId: string;
  format: 'txt' | 'md' | 'csv' | 'json';
};
export type GetWebsitePagesApiResponse = /** status 200 The pages */ WebsitePages;
export type GetWebsitePagesApiArg = {
  /** The job's id */
  jobId: string;
};
export type EnrichApiResponse =
  /** status 200 The rows */ EnrichedRows | /** status 202 Running */ EnrichmentAccepted;
export type EnrichApiArg = {
  /** `true`: facts under the specification's labels (`Average Weekly Wage (County)`) instead of canonical names. */
  labels?: boolean;
  /** Rows to skip; `total` in the answer is the number of rows. */
  offset?: number;
  /** Maximum number of rows, up to 10,000; if left out, all following rows are streamed. */
  limit?: number;
  /** Only these columns, by their keys in GET /api/fields, comma-separated. Rows as objects always have `row_idx`,
    `name`, `source` and `sample`; packed ones, `row_idx`. Whoever has a list of known businesses gets `yours`, too. */
  columns?: string;
  /** `rows` (default): each row is an object. `packed`: the columns once, and each row a list of values in their order. */
  form?: 'rows' | 'packed';
  /** `respond-async`: answer at once; GET /api/jobs/{jobId} reports the progress. */
  prefer?: string;
  enrichSession: EnrichSession;
};
export type ExportRowsApiResponse = /** status 200 The rows */ Exported;
export type ExportRowsApiArg = {
  /** The session key: the job's id. */
  sessionKey: string;
  /** `json` (the default), `csv`, `html` (a page to read, sort and print), `xlsx` (an Excel workbook) or
    `geojson`. */
  format?: string;
  /** In JSON, `true`: facts under the specification's labels instead of their canonical names. */
  labels?: boolean;
  /** In JSON, `true`: an object with the rows and the sources of their facts instead of only the rows. In CSV, HTML and
    Excel, `columns`: columns with source and vintage next to each fact, instead of one last column with the sources of
    the row. */
  sources?: 'false' | 'true' | 'columns';
};
export type ScrapeApiResponse = /** status 200 The businesses found */ ScrapeBody;
export type ScrapeApiArg = {
  /** What to look for and where. Without a city the whole state is searched, without a state all loaded listings. */
  query: string;
  /** The state, two letters, unless the query names it. */
  state?: string;
  /** The signed-in user's subject id; may be left out. */
  userId?: string;
  /** Any name for the search. Repeating the name returns the first result free of charge. */
  sessionId?: string;
  /** A maps service by name; if left out, those that cover the search. */
  source?: string;
  /** The same as `source`, for older clients: `google_maps`, or a name that no service has, means no particular one. */
  scraperId?: string;
  /** `true`: facts under the specification's labels instead of their canonical names. */
  labels?: boolean;
};
export type OwnMail = {
  address: string;
  /** What is sent there: `waiting` (nothing before its link is opened), `on` or `off`. */
  status: string;
};
export type OwnData = {
  /** The saved companies and everything written about them. */
  companies: any[];
  /** When it was exported (UTC). */
  exported_at: string;
  /** The businesses of the uploaded list that searches leave out. */
  known_businesses: any[];
  mail: OwnMail | null;
  /** The schedules. */
  monitors: any[];
  /** The proxy that websites are read through, without its password; null if there is none. */
  proxy: string | null;
  /** The searches, newest first. */
  searches: any[];
  /** What their runs have told of them: new, changed and gone. */
  told: any[];
  /** The user's subject id. */
  user_id: string;
  /** What schedules know of businesses. */
  watched: any[];
  /** What websites say that the user had read. */
  websites: any[];
};
export type ErrorDetail = {
  /** A stable word for programs, such as `invalid` or `not_found`. */
  code: string;
  /** For people: what is wrong and what to do. */
  message: string;
  /** Identifies the request in the server's log. */
  request_id?: string | null;
};
export type ErrorBody = {
  /** What went wrong. */
  error: ErrorDetail;
  /** The same message as in `error`, for older clients. */
  message: string;
  /** Always false. */
  success: boolean;
};
export type ErasedBody = {
  /** Is it erased from everywhere? */
  complete: boolean;
  /** Was there anything to erase? */
  erased: boolean;
  /** For the user, if something is left. */
  message?: string | null;
  /** Always true. */
  success: boolean;
};
export type EraseOwnData = {
  /** The word ERASE, as typed by the user. */
  confirmation: string;
};
export type AtlasComparison = 'similar' | 'nation' | 'state';
export type AtlasSpline = {
  coefficients: number[];
  /** Lesser values count as this one. */
  from: number;
  knots: number[];
  /** Greater values count as this one. */
  to: number;
};
export type AtlasFormula = {
  /** Whom the kind serves. */
  base: string;
  /** How strongly demand follows income. */
  epsilon: number;
  /** The shape of the gamma distribution of what counties have beside what is expected. */
  kappa: number;
  /** The share of demand that follows people in the daytime. */
  omega: number;
  /** Businesses per person in demand, where g is 1. */
  r: number;
  spline?: AtlasSpline | null;
};
export type AtlasLevel = 'county' | 'around';
export type AtlasMissing = {
  fips: string;
  reason: string;
};
export type AtlasNational = {
  /** Businesses, as far as is known: what is left out counts as the model expects it. */
  businesses: number;
  /** Per 10,000 residents. */
  per_10000: number;
  /** The mean of what counties have for each one expected. */
  theta: number;
};
export type AtlasNotice = {
  code: string;
  text: string;
};
export type AtlasSource = {
  licence?: string | null;
  publisher: string;
  title: string;
  vintage: string;
  /** What is from there. */
  what: string;
};
export type AtlasState = {
  /** Businesses, at most. */
  high: number;
  /** 100: as many as usual. */
  index: number;
  /** Businesses, at least. */
  low: number;
  population: number;
  state: string;
  /** Does it differ so much that demand cannot be the reason? Its counties are compared with the state. */
  unusual: boolean;
  usual: number;
};
export type AtlasSupply = 'census' | 'listings';
export type AtlasBody = {
  /** The industries counted, in the table's edition of NAICS. */
  codes: string[];
  /** The names of a row's values. */
  columns: string[];
  compare: AtlasComparison;
  /** What was counted, where another kind counts the same. */
  counted_as?: string | null;
  formula?: AtlasFormula | null;
  /** The kind of business. */
  kind: string;
  level: AtlasLevel;
  /** Counties of which nothing is said. */
  missing: AtlasMissing[];
  national?: AtlasNational | null;
  /** What limits the answer, in words. */
  notices: AtlasNotice[];
  rows: (string | number | boolean | null | string[])[][];
  /** The tables and data sets that it was made of. */
  sources: AtlasSource[];
  /** The state asked for. */
  state?: string | null;
  states: AtlasState[];
  supply: AtlasSupply;
  /** Its name on screens. */
  title: string;
  /** The year of the businesses; absent for listings. */
  year?: number | null;
};
export type AtlasMissingKind = {
  kind: string;
  reason: string;
};
export type AtlasArea = {
  /** The names of a row's values. */
  columns: string[];
  fips: string;
  /** A head, in US dollars. */
  income?: number | null;
  /** Kinds of which nothing is said here. */
  missing: AtlasMissingKind[];
  name: string;
  /** The nearest counties, by the middles of their people, nearest first. */
  neighbors: string[];
  population: number;
  rows: (string | number | boolean | null | string[])[][];
  sources: AtlasSource[];
  state: string;
  year?: number | null;
};
export type AtlasInputUnit = 'number' | 'ratio' | 'usd' | 'per_sq_mi';
export type AtlasInput = {
  name: string;
  source: AtlasSource;
  unit: AtlasInputUnit;
  /** Absent where it is not published. */
  value?: number | null;
};
export type AtlasInputs = {
  /** What follows from them, in people; absent where an input is. */
  demand?: number | null;
  inputs: AtlasInput[];
};
export type AtlasTells = 'counties' | 'nothing';
export type AtlasKind = {
  /** Its industries, in NAICS 2022. */
  codes: string[];
  /** What is counted, where another kind counts the same. */
  counted_as?: string | null;
  kind: string;
  /** Several of them, in titles. */
  plural: string;
  tells: AtlasTells;
  title: string;
  why?: AtlasNotice | null;
};
export type AtlasNeighborhoods = {
  /** Does the caller's plan include them? */
  allowed: boolean;
};
export type AtlasKinds = {
  /** In alphabetical order. */
  kinds: AtlasKind[];
  neighborhoods: AtlasNeighborhoods;
  /** The year of the table of industries; absent if there is none. */
  year?: number | null;
};
export type AtlasTracts = {
  /** The names of a row's values. */
  columns: string[];
  kind: string;
  notices: AtlasNotice[];
  /** In miles. */
  reach: number;
  rows: (string | number | boolean | null | string[])[][];
  sources: AtlasSource[];
  state: string;
  /** Always by the listings. */
  supply: AtlasSupply;
};
export type MissingReason =
  | 'no_coordinates'
  | 'position_doubtful'
  | 'no_category'
  | 'other_source'
  | 'kind_not_covered'
  | 'area_not_covered'
  | 'no_industry'
  | 'state_not_covered'
  | 'out_of_scope'
  | 'not_published'
  | 'no_totals'
  | 'by_state_only'
  | 'no_demand'
  | 'too_rare'
  | 'cannot_tell';
export type FactSource = {
  /** Its index in the list. */
  id: number;
  /** The area that its facts describe: `point`, `tract`, `county` or `state`. */
  level?: string | null;
  /** The data's license. */
  licence?: string | null;
  /** The publisher. */
  publisher?: string | null;
  /** The tables' ids, as in GET /api/fields; absent if it is not a table of the reference pack. */
  tables?: string[];
  /** The publisher's table; several, joined by ` + `, if a fact is computed from several. */
  title: string;
  /** The period that the table describes. */
  vintage: string;
};
export type Sources = {
  /** By a row's `source_set`: why facts are missing, by canonical name, if known. Absent if all are empty. */
  missing_sets?: {
    [key: string]: MissingReason;
  }[];
  /** By a row's `source_set`: for each fact's canonical name the id of its source. */
  source_sets: {
    [key: string]: number;
  }[];
  /** Each source once. */
  sources: FactSource[];
};
export type NearbyBusiness = {
  /** Distance in statute miles, along the earth's surface. */
  distance_mi: number;
  /** Degrees north (WGS 84). */
  latitude: number;
  /** Degrees east (WGS 84). */
  longitude: number;
  /** Its name. */
  name: string;
};
export type ScoreFactor = {
  /** The key of the fact. */
  field: string;
  /** The fact's value. */
  input: number;
  /** The value on the score's scale, 0 to 100; 100 is the favorable end. */
  points: number;
  /** Its share of the score, 0 to 1. */
  weight: number;
};
export type Facts = {
  /** Age 65+ (Tract). As published; in the ACS DP05. */
  age_65_plus?: number;
  /** Age 65+ (County). As published; in the ACS DP05. */
  age_65_plus_county?: number;
  /** Avalanche Risk Score. As published. */
  avalanche_risk?: number;
  /** Average Commute Time (min). As published; in the ACS B08013 and B08303, or DP03. */
  average_commute_time?: number;
  /** Median Gross Rent (Tract). As published; in the ACS B25064. */
  avg_rent_tract?: number;
  /** Bachelor's or Higher (Tract). As published; in the ACS B15003. */
  bachelors_tract?: number;
  /** Carpool %. As published; in the ACS B08301. */
  carpool_pct?: number;
  /** Coastal Flood Risk Score. As published. */
  coastal_flood_risk?: number;
  /** Cold Wave Risk Score. As published. */
  cold_wave_risk?: number;
  /** Community Resilience Score (County). As published. */
  community_resilience_score?: number;
  /** Competitive Intensity. Competitors within 5 miles: "Low" below 5, "Moderate" below 20, else "High". */
  competitive_intensity?: string;
  /** Competitors. The nearest competitors within 5 miles, at most 20. */
  competitors?: NearbyBusiness[];
  /** Competitors Within 3mi. The same within 3 miles. */
  competitors_within_3mi?: number;
  /** Competitors Within 5mi. Number of other businesses of the same category within 5 miles in the imported listings, if these cover the whole circle. */
  competitors_within_5mi?: number;
  /** County. The name of the county, without "County". */
  county?: string;
  /** Bachelor's or Higher (County). As published. */
  county_bachelors?: number;
  /** County FIPS. The county whose shape contains the point (from the tract if one is known); without coordinates, the county of the ZIP code. */
  county_fips?: string;
  /** Population Growth (County). The newest year over the year before; without annual estimates, the mean annual change since the 2010 census, compounded. */
  county_growth_rate?: number;
  /** Median Home Value (County). As published; in the ACS B25077. */
  county_home_value?: number;
  /** Median Gross Rent (County). As published; in the ACS B25064. */
  county_median_rent?: number;
  /** Population (County). As published. */
  county_population?: number;
  /** Employees in Same Industry (County). Jobs in the industry counted. */
  county_total_employees_same_industry?: number;
  /** Establishments in Same Industry (County). Employers' establishments in the industry counted. "fewer than 3" if the table omits it, as it does below 3; "none" if its sector has no more. */
  county_total_establishments_same_industry?: number | string;
  /** Average Weekly Wage (County). Average weekly wage of all industries and ownerships. */
  county_weekly_wage?: number;
  /** Average Weekly Wage in Same Industry (County). Average weekly wage in the industry counted. */
  county_weekly_wage_same_industry?: number;
  /** Daytime Jobs (County). Jobs in the county, all industries and ownerships. */
  daytime_jobs?: number;
  /** Daytime Population (County). As published. */
  daytime_population?: number;
  /** Daytime Population Ratio. Daytime population divided by resident population, from the same table. */
  daytime_population_ratio?: number;
  /** Democrat %. As published. */
  democrat_pct?: number;
  /** Demographic Factors. The factors of the score: input, points and weight of each. */
  demographic_factors?: ScoreFactor[];
  /** Demographic Score. Weighted mean of its factors' points, 0 to 100 (docs/scores.md). */
  demographic_score?: number;
  /** With a Disability % (County). As published. */
  disability_pct?: number;
  /** Distance to Commercial Airport (mi). Distance to the nearest airport with scheduled service. */
  distance_to_commercial_airport?: number;
  /** Distance to General Aviation Airport (mi). Distance to the nearest airport without scheduled service; the list that ships with the product has no small airports, but OurAirports' own does. */
  distance_to_ga_airport?: number;
  /** Distance to Interstate (mi). Distance to the nearest point of an interstate; absent if a nearer one could be outside the table's coverage. */
  distance_to_interstate?: number;
  /** Distance to Nearest Superfund Site (mi). Distance to the nearest site on the list, however far. */
  distance_to_superfund?: number;
  /** Distance to US Highway (mi). Distance to the nearest point of a US highway; absent if a nearer one could be outside the table's coverage. */
  distance_to_us_highway?: number;
  /** Drive Alone %. As published; in the ACS B08301. */
  drive_alone_pct?: number;
  /** Drought Risk Score. As published. */
  drought_risk?: number;
  /** Earthquake Risk Score. As published. */
  earthquake_risk?: number;
  /** Economic Strength Factors. The factors of the score: input, points and weight of each. */
  economic_strength_factors?: ScoreFactor[];
  /** Economic Strength Score. Weighted mean of its factors' points, 0 to 100 (docs/scores.md). */
  economic_strength_score?: number;
  /** Residents Working in Education % (Tract). As published; in the ACS C24050. */
  education_workers_pct_tract?: number;
  /** Employed Residents (County). As published. */
  employed_residents?: number;
  /** Employment Growth Rate (County). Mean annual change of employed residents between two years, compounded. */
  employment_growth_rate?: number;
  /** Environmental Risk Score. The aggregated risk score, raised by up to 20 if a Superfund site is near; higher is riskier. */
  environmental_risk_score?: number;
  /** Establishments per 1000 Residents. Establishments in the industry counted per 1,000 residents of the county; a range if the table omits some. */
  establishments_per_1000_residents?: number | string;
  /** Expected Annual Loss Score (County). As published. */
  expected_annual_loss_score?: number;
  /** Flood Risk Score. The higher of riverine (inland) and coastal flooding. */
  flood_risk?: number;
  /** Special Flood Hazard Area (T/F). SFHA_TF of the same polygon. */
  flood_special_hazard?: boolean;
  /** FEMA Flood Zone (Point). FLD_ZONE of the layer's polygon at the point; absent if FEMA has not mapped it. */
  flood_zone?: string;
  /** Food Desert (T/F). Low income, and low access to food at 1 mile (urban) or 10 miles (rural): LILATracts_1And10. */
  food_desert?: boolean;
  /** Distance To Matched Geography (mi). Only where geography_match is "nearest shape". */
  geography_distance_mi?: number;
  /** Geography Match. "point": a shape contains the coordinates; "nearest shape": they are outside all shapes, at most 2 km from the nearest; "zip": from the ZIP code; "given": from the row's own county code. */
  geography_match?: string;
  /** Income Inequality, Gini Index (County). As published; in the ACS B19083. */
  gini_index?: number;
  /** Green %. As published. */
  green_pct?: number;
  /** Hail Risk Score. As published. */
  hail_risk?: number;
  /** Residents Working in Health Care % (Tract). As published; in the ACS C24050. */
  health_care_workers_pct_tract?: number;
  /** Heat Wave Risk Score. As published. */
  heat_wave_risk?: number;
  /** Highway Interchange Density. Junctions within 5 miles, per square mile of that circle. */
  highway_interchange_density?: number;
  /** Median Home Value (Tract). As published; in the ACS B25077. */
  home_price_tract?: number;
  /** Homeownership Rate (County). Share of occupied units that are owner-occupied; in the ACS B25003. */
  homeownership_rate?: number;
  /** Household Size (County). As published; in the ACS B25010. */
  household_size_county?: number;
  /** Household Size (Tract). As published; in the ACS B25010. */
  household_size_tract?: number;
  /** Households Within 3mi. Those of the census of 2010; a tract counts by the part of it that is within 3 miles, as a circle of its size around its middle. */
  households_within_3mi?: number;
  /** Housing Construction Value. As published. */
  housing_construction_value?: number;
  /** Housing Market Activity Level. Units permitted per 1,000 residents: "High" from 7, "Moderate" from 3, else "Low". */
  housing_market_activity_level?: string;
  /** Housing Market Factors. The factors of the score: input, points and weight of each. */
  housing_market_factors?: ScoreFactor[];
  /** Housing Market Score. Weighted mean of its factors' points, 0 to 100 (docs/scores.md). */
  housing_market_score?: number;
  /** Housing Market Trend. "Growing" if permits grew by more than 5 %, "Declining" below -5 %, else "Stable". */
  housing_market_trend?: string;
  /** Housing Permits. Buildings permitted in the year. */
  housing_permits?: number;
  /** Housing Units Permitted Growth %. Units, change from the year before (mean annual change if the years are further apart). */
  housing_permits_growth_pct?: number;
  /** Housing Units Permitted per 1000. Units permitted per 1,000 residents. */
  housing_permits_per_1000?: number;
  /** Housing Units per Sq Mi (Tract). As published; in the ACS B25001 and land area. */
  housing_unit_density_tract?: number;
  /** Housing Units (County). As published; in the ACS B25001. */
  housing_units_county?: number;
  /** Housing Units Permitted. As published. */
  housing_units_permitted?: number;
  /** Housing Units (Tract). As published; in the ACS B25001. */
  housing_units_tract?: number;
  /** Hurricane Risk Score. As published. */
  hurricane_risk?: number;
  /** Ice Storm Risk Score. As published. */
  ice_storm_risk?: number;
  /** Household Income Within 1mi. The mean of the tracts' medians, weighted by their households within 1 mile. */
  income_within_1mi?: number;
  /** Industry Counted. What the figures of the row's industry count: the industry, or the shorter code that the table has, in the table's own edition of NAICS. Several kinds of business may share one. */
  industry_counted_as?: string;
  /** Industry Rank in County. 1 for the industry with the most establishments among all codes with the same number of digits. */
  industry_rank_in_county?: number;
  /** Labor Force (County). As published. */
  labor_force?: number;
  /** Labor Force Participation (County). As published; in the ACS B23025. */
  labor_force_participation?: number;
  /** Landslide Risk Score. As published. */
  landslide_risk?: number;
  /** Libertarian %. As published. */
  libertarian_pct?: number;
  /** Lightning Risk Score. As published. */
  lightning_risk?: number;
  /** Location Quotient. The industry's share of the county's jobs divided by its share of the nation's; of establishments if jobs are withheld. */
  location_quotient?: number;
  /** Long-Term Residents % (Tract). As published; in the ACS B25038. */
  long_term_residents_pct_tract?: number;
  /** Major Parks (State). Units of the National Park System in the state. */
  major_parks_state?: number;
  /** Market Class. Compared with similar counties: "Room for more", "About as usual" or "Crowded" where that is 80 % sure, else "Can't tell" (docs/atlas.md). */
  market_class?: string;
  /** Market Index Here. Supply beside demand around the point; 100 is usual, more is crowded. Where complete listings cover the point: what the other businesses within 5 miles offer its people. Else: the county with its surroundings (docs/atlas.md). */
  market_index_here?: number;
  /** Market Intelligence Factors. The factors of the score: input, points and weight of each. */
  market_intelligence_factors?: ScoreFactor[];
  /** Market Intelligence Score. Weighted mean of its factors' points, 0 to 100 (docs/scores.md). */
  market_intelligence_score?: number;
  /** Market Opportunity Assessment. Both saturations below 80: "High opportunity (low saturation)"; either above 120: "Limited opportunity (highly saturated)"; else "Moderate opportunity". */
  market_opportunity_assessment?: string;
  /** Market Recommendation. Follows from the market intelligence score and the risk level (docs/scores.md). */
  market_recommendation?: string;
  /** Market Saturation vs National. 100: as many as the county's people and incomes usually keep in the nation; what little data say counts less (docs/atlas.md). Absent where that cannot be told. */
  market_saturation_vs_national?: number;
  /** Market Saturation vs State. 100: as many as the people, incomes and density of the county's state would usually keep there; what little data say counts less (docs/atlas.md). Absent where that cannot be told. */
  market_saturation_vs_state?: number;
  /** Market Sentiment. Market intelligence score: "Positive" from 60, "Neutral" from 40, else "Negative". */
  market_sentiment?: string;
  /** Median Age (County). As published; in the ACS B01002. */
  median_age_county?: number;
  /** Median Age (Tract). As published; in the ACS B01002. */
  median_age_tract?: number;
  /** Median Household Income (County). As published. */
  median_income_county?: number;
  /** Median Household Income (Tract). As published; in the ACS B19013. */
  median_income_tract?: number;
  /** Mobile Homes % (County). As published. */
  mobile_homes_pct?: number;
  /** Mobile Homes % (Tract). As published; in the ACS B25024. */
  mobile_homes_pct_tract?: number;
  /** Multi Family Units Permitted. Housing units (not permits) permitted in buildings of two or more. */
  multi_family_permits?: number;
  /** NAICS6 Code. As given in the row, or else derived from its category. */
  naics6_code?: string;
  /** National Park Proximity (mi). Distance to the center of the nearest national park. */
  national_park_proximity?: number;
  /** Natural Hazard Risk Index (County). As published. */
  natural_hazard_risk_score?: number;
  /** Nearest Commercial Airport Code. The airport's IATA code, or else its local one. */
  nearest_commercial_airport?: string;
  /** Nearest Commercial Airport. The airport's name. */
  nearest_commercial_airport_name?: string;
  /** Nearest General Aviation Airport Code. The airport's IATA code, or else its local one. */
  nearest_ga_airport?: string;
  /** Nearest General Aviation Airport. The airport's name. */
  nearest_ga_airport_name?: string;
  /** Nearest Interstate. The nearest interstate's number. */
  nearest_interstate?: string;
  /** Nearest National Park. The park's name. */
  nearest_national_park?: string;
  /** Nearest Superfund Site. The name of the nearest site on the list. */
  nearest_superfund_site?: string;
  /** Nearest US Highway. The nearest US highway's number. */
  nearest_us_highway?: string;
  /** No High School Diploma % (County). As published. */
  no_high_school_pct?: number;
  /** No High School Diploma % (Tract). As published, or the remainder of those with a diploma; in the ACS B15003. */
  no_high_school_pct_tract?: number;
  /** Households Without Internet % (County). Households without any access to the internet, as published; in the ACS B28002. */
  no_internet_pct?: number;
  /** No Vehicle Households. As published; in the ACS B08201. */
  no_vehicle_households?: number;
  /** No Vehicle Households %. As published; in the ACS B08201. */
  no_vehicle_households_pct?: number;
  /** One Vehicle Households %. As published; in the ACS B08201. */
  one_vehicle_households_pct?: number;
  /** Other Commute %. As published; in the ACS B08301. */
  other_commute_pct?: number;
  /** Other Party %. As published. */
  other_pct?: number;
  /** Owner Occupied (Tract). As published; in the ACS B25003. */
  owner_occupied?: number;
  /** Per Capita Income (County). As published; in the ACS B19301. */
  per_capita_income_county?: number;
  /** Per Capita Income (Tract). As published; in the ACS B19301. */
  per_capita_income_tract?: number;
  /** Population Density (County). Population per square mile of land. */
  population_density?: number;
  /** Population Growth (Tract). Mean annual change between the two vintages, compounded; never between overlapping periods, never between tracts of two censuses. */
  population_growth?: number;
  /** Population (Tract). As published; in the ACS B01003. */
  population_tract?: number;
  /** Population Type. "Daytime (work destination)" if the daytime ratio is above 1.1, "Residential (bedroom)" below 0.9, else "Balanced". */
  population_type?: string;
  /** Poverty Rate (County). As published. */
  poverty_rate?: number;
  /** Poverty Rate (Tract). As published; in the ACS B17001. */
  poverty_rate_tract?: number;
  /** Public Transport %. As published; in the ACS B08301. */
  public_transport_pct?: number;
  /** QOZ (T/F). Whether the tract is designated; no for tracts that a complete list does not name, absent if the list is an extract. */
  qoz?: boolean;
  /** Republican %. As published. */
  republican_pct?: number;
  /** Residents Working in Retail % (Tract). As published; in the ACS C24050. */
  retail_workers_pct_tract?: number;
  /** Risk Level. From the mean of environmental risk and economic weakness: "High" from 60, "Moderate" from 35, else "Low". */
  risk_level?: string;
  /** Riverine Flood Risk Score. As published. */
  riverine_flood_risk?: number;
  /** Seasonal Housing Units. As published; in the ACS B25004. */
  seasonal_housing_units?: number;
  /** Seasonal Housing Units %. Share of units that are seasonal; in the ACS B25004. */
  seasonal_housing_units_pct?: number;
  /** Single Family % of Units Permitted. Share of permitted units in buildings of one unit. */
  single_family_pct?: number;
  /** Single Family Units Permitted. Housing units (not permits) permitted in buildings of one unit. */
  single_family_permits?: number;
  /** Social Vulnerability Score (County). As published. */
  social_vulnerability_score?: number;
  /** State FIPS. The first two digits of county_fips. */
  state_fips?: string;
  /** State Jobs. Jobs in the state, all industries and ownerships. */
  state_jobs?: number;
  /** State Tourism Employment. Jobs in NAICS 71 and 72 in the state. */
  state_tourism_employment?: number;
  /** State Tourism Intensity. The state's tourism employment as a share of all its jobs. */
  state_tourism_intensity?: number;
  /** State Average Weekly Wage. Average weekly wage of all industries and ownerships in the state. */
  state_weekly_wage?: number;
  /** Strong Wind Risk Score. As published. */
  strong_wind_risk?: number;
  /** Superfund Within 5mi (T/F). Whether a site on the list is within 5 miles. */
  superfund?: boolean;
  /** Superfund Sites Within 5mi. Number of sites on the list within 5 miles. */
  superfund_sites_within_5mi?: number;
  /** Three+ Vehicle Households %. As published; in the ACS B08201. */
  three_plus_vehicle_households_pct?: number;
  /** Top_Risk_1. The name of the hazard with the highest score above 0. */
  top_risk_1?: string;
  /** Top_Risk_1_Score. The score of the highest hazard. */
  top_risk_1_score?: number;
  /** Top_Risk_2. The name of the hazard with the second-highest score above 0. */
  top_risk_2?: string;
  /** Top_Risk_2_Score. The score of the second-highest hazard. */
  top_risk_2_score?: number;
  /** Top_Risk_3. The name of the hazard with the third-highest score above 0. */
  top_risk_3?: string;
  /** Top_Risk_3_Score. The score of the third-highest hazard. */
  top_risk_3_score?: number;
  /** Tornado Risk Score. As published. */
  tornado_risk?: number;
  /** Total Commuters. Workers minus those who work from home; in the ACS B08301. */
  total_commuters?: number;
  /** Tourism Economic Impact Score. Weighted mean of its inputs, 0 to 100 (docs/scores.md). */
  tourism_economic_impact_score?: number;
  /** Tourism Employment (County). Jobs in NAICS 71 (arts, entertainment, recreation) and 72 (accommodation, food). */
  tourism_employment?: number;
  /** Tourism Factors. The factors of the score: input, points and weight of each. */
  tourism_factors?: ScoreFactor[];
  /** Tourism Intensity. Tourism employment as a share of all jobs. */
  tourism_intensity?: number;
  /** Tourism Score. Weighted mean of its factors' points, 0 to 100 (docs/scores.md). */
  tourism_score?: number;
  /** Census Tract GEOID. The tract whose shape contains the point; of two censuses, the newer. */
  tract_geoid?: string;
  /** Transportation Access Score. Weighted mean of its inputs, 0 to 100 (docs/scores.md). */
  transportation_access_score?: number;
  /** Transportation Factors. The factors of the score: input, points and weight of each. */
  transportation_factors?: ScoreFactor[];
  /** Transportation Score. Weighted mean of its factors' points, 0 to 100 (docs/scores.md). */
  transportation_score?: number;
  /** Tsunami Risk Score. As published. */
  tsunami_risk?: number;
  /** Two Vehicle Households %. As published; in the ACS B08201. */
  two_vehicle_households_pct?: number;
  /** Unemployment Rate (County). As published. */
  unemployment_rate?: number;
  /** Unemployment Rate (Tract). As published; in the ACS B23025. */
  unemployment_rate_tract?: number;
  /** Without Health Insurance % (County). As published. */
  uninsured_pct?: number;
  /** Without Health Insurance % (Tract). As published; in the ACS B27001. */
  uninsured_pct_tract?: number;
  /** Vacancy Rate (Tract). As published; in the ACS B25002. */
  vacancy_rate?: number;
  /** Vacancy Rate (County). As published; in the ACS B25002. */
  vacancy_rate_county?: number;
  /** Vacant Housing Units. As published, or units minus households, or units times vacancy rate; in the ACS B25004. */
  vacant_housing_units?: number;
  /** Vacant Housing Units %. Share of units that are vacant; in the ACS B25002. */
  vacant_housing_units_pct?: number;
  /** Vehicle Dependency Level. Drive alone and carpool together: "High" from 85 %, "Moderate" from 70 %, else "Low"; in the ACS B08301. */
  vehicle_dependency_level?: string;
  /** Volcanic Activity Risk Score. As published. */
  volcanic_activity_risk?: number;
  /** Presidential Votes Cast (County). As published. */
  votes_cast?: number;
  /** Walk %. As published; in the ACS B08301. */
  walk_pct?: number;
  /** Aggregated_Risk_Score. Mean of the nine hazards (lightning, hurricane, wildfire, tornado, flood, earthquake, hail, heat wave, drought) over those the table has; at least five. */
  weather_risk_score?: number;
  /** Wildfire Risk Score. As published. */
  wildfire_risk?: number;
  /** Winter Weather Risk Score. As published. */
  winter_weather_risk?: number;
  /** Work From Home %. As published; in the ACS B08301. */
  work_from_home_pct?: number;
  /** Employed Residents (Tract). As published; in the ACS B08301. */
  workers_tract?: number;
};
export type ResultRow = Facts & {
  /** Further phone numbers. */
  additional_phones?: string[];
  /** The whole address on one line. */
  address?: string | null;
  /** The other data sets that have the same business. */
  also_in?: string[];
  /** The credit line that the license requires. */
  attribution?: string | null;
  /** Opening hours as the source writes them. */
  business_hours?: string | null;
  /** All categories of the business. */
  categories?: string[];
  /** The city. */
  city?: string | null;
  /** How recent the source's content is, in the source's words. */
  content_freshness?: string | null;
  /** Number of e-mail addresses. */
  email_count?: number | null;
  /** E-mail addresses, comma-separated. */
  emails_csv?: string | null;
  /** When it was founded: a day, a month or a year, as precisely as the source says. */
  founding_date?: string | null;
  /** The address that the coordinates were looked up from, if the source has none. */
  geocoded_address?: string | null;
  /** Degrees north (WGS 84). */
  latitude?: number | null;
  /** The data's license. */
  licence?: string | null;
  /** Number of locations of the business. */
  location_count?: number | null;
  /** Degrees east (WGS 84). */
  longitude?: number | null;
  /** The main category of the business. */
  main_category?: string | null;
  /** The business's name, in title case if the source writes it in capitals. */
  name: string;
  /** The name as the source writes it, if spelled differently. */
  name_as_listed?: string | null;
  /** 'Sample data' if the business is made up. */
  notice?: string | null;
  /** The owners' names, comma-separated. */
  owner_names_csv?: string | null;
  /** The phone number as the source writes it. */
  phone?: string | null;
  /** The outline of the building or site: latitude and longitude of its corners. */
  polygon_coords?: number[][];
  /** Whether the coordinates match neither the city and ZIP code nor the state: more than 15 miles off. */
  position_doubtful?: boolean;
  /** Price level as the source writes it. */
  price_range?: string | null;
  /** Mean rating from 0 to 5. */
  rating?: number | null;
  /** Number of reviews. */
  reviews?: number | null;
  /** Its position in the session, from 0. */
  row_idx: number;
  /** Whether the business is made up. */
  sample: boolean;
  /** Where it serves its customers. */
  service_areas?: string[];
  /** Social media pages by network: linkedin, facebook, instagram, twitter and others. */
  social_media_links?: {
    [key: string]: string;
  };
  /** The data set that the row comes from. */
  source: string;
  /** The business's id in that data set. */
  source_id?: string | null;
  /** Index of the row's entry in the answer's `source_sets` (where its facts come from) and `missing_sets` (why some
    are missing); absent if it has no facts. */
  source_set?: number | null;
  /** The state's two-letter code. */
  state?: string | null;
  /** House number and street. */
  street_address?: string | null;
  /** Technologies that its website is built with. */
  technology_stack?: string[];
  /** The listing's own page at the source. */
  url?: string | null;
  /** The website's address. */
  website?: string | null;
  /** The day on which its website was read (UTC). */
  website_read_at?: string | null;
  /** The pages of the website that say what comes from there. */
  website_sources?: string | null;
  /** Whole years since the founding date, computed on request. */
  years_in_business?: number | null;
  /** Whether it is on the caller's list of known businesses. */
  yours?: boolean;
  /** The ZIP code. */
  zip?: string | null;
};
export type WebsiteValue = {
  /** How it was found. */
  by: string;
  /** The page that says it. */
  page: string;
  /** When it was read (UTC). */
  read_at: string;
  value: string;
};
export type WebsiteBody = {
  coordinates?: WebsiteValue | null;
  emails: WebsiteValue[];
  employees?: WebsiteValue | null;
  /** Why it was not read; absent if it was. */
  error?: string | null;
  founding_date?: WebsiteValue | null;
  hours?: WebsiteValue | null;
  locations?: WebsiteValue | null;
  /** The page that says that its addresses are not for mailings. */
  no_mailings?: string | null;
  phones: WebsiteValue[];
  price_range?: WebsiteValue | null;
  /** When it was read (UTC). */
  read_at: string;
  /** By network. */
  social: {
    [key: string]: WebsiteValue;
  };
  technology: WebsiteValue[];
  /** What was wanted to know: `email`, `phone`, `social`, `hours`, `technology`. */
  wants: string[];
};
export type BusinessData = Sources & {
  data: ResultRow;
  /** Do its source's terms allow a list only: no map, file or print? Absent if not. */
  list_only?: boolean;
  /** Were its facts refreshed after it was saved? Then they differ from those of the session's row. Absent if not. */
  looked_up_anew?: boolean;
  /** Why the row has less data than before; absent if it is complete. */
  note?: string | null;
  /** Always true. */
  success: boolean;
  website?: WebsiteBody | null;
};
export type NoBusinessData = {
  /** The reason. */
  error: string;
  /** Always false. */
  success: boolean;
};
export type NamedCity = {
  /** Degrees north of its center (WGS 84). */
  latitude: number;
  /** Degrees east of its center (WGS 84). */
  longitude: number;
  /** Its name in the usual spelling. */
  name: string;
};
export type CitiesBody = {
  /** Cities whose name begins with the prefix, then those with a later word that does; larger ones first. */
  cities: NamedCity[];
  /** The state's code. */
  state: string;
};
export type AnalyticsConfig = {
  /** Its property id. */
  id: string;
  /** Its script. */
  script: string;
};
export type IssuerEndpoints = {
  authorization: string;
  /** Absent if the issuer cannot end its own session. */
  end_session?: string | null;
  token: string;
};
export type SignInLibrary = 'auth0' | 'oidc' | 'unavailable';
export type SignInConfig = {
  endpoints?: IssuerEndpoints | null;
  library: SignInLibrary;
  /** The claim that names the organization; if absent, `org_id` or `org_name`. */
  organization_claim?: string | null;
  /** Parameters that request tokens for the API from the issuer. */
  parameters: {
    [key: string]: string;
  };
  /** The scopes to request, separated by spaces. */
  scope: string;
};
export type ClientConfig = {
  analytics?: AnalyticsConfig | null;
  /** The API's identifier. */
  audience: string;
  /** Is the built-in map drawn below the tiles? Otherwise it is shown where they fail. */
  built_in_map: boolean;
  /** The app's client id. */
  client_id: string;
  /** How users reach the operator, as a link: a page, or a `mailto:` address. */
  contact?: string | null;
  /** Is the development sign-in used? */
  dev_sign_in: boolean;
  /** The issuer's URL without a trailing slash. */
  domain: string;
  /** The issuer, as named in its tokens. */
  issuer: string;
  /** The organization to sign in to. */
  organization?: string | null;
  /** Are websites read? Only where the operator has set a contact for it. */
  reads_websites: boolean;
  /** How the app signs in. */
  sign_in: SignInConfig;
  /** The credit line of the tiles. */
  tile_attribution: string;
  /** Map tiles, as a Leaflet URL template; without it, maps show the built-in map alone. */
  tile_url?: string | null;
};
export type NamedCounty = {
  /** Its five digits. */
  fips: string;
  name: string;
  /** The state's code. */
  state: string;
};
export type CountiesBody = {
  /** Those of that name, then those whose name begins so, then those with a later word that does; those with more
    people first. */
  counties: NamedCounty[];
};
export type ScrapeType = 'google_maps' | 'standard' | 'enriched' | 'website' | 'monitor';
export type HistorySearch = {
  /** What the searched area is called; absent if no area is searched. */
  area?: string | null;
  /** The first cities, up to five. */
  cities: string[];
  /** Number of cities; 0 if an area, the whole state, or everything, is searched. */
  city_count: number;
  /** The state's code; empty if all states are searched. */
  state: string;
  /** The search term. */
  term: string;
};
export type JobStatus = 'queued' | 'processing' | 'completed' | 'failed' | 'cancelled';
export type HistoryEntryBody = {
  /** Credits spent. */
  credits_consumed: number;
  /** The schedule whose run it is. */
  monitor_id?: string | null;
  /** Rows delivered. */
  results_count: number;
  /** How it was started, and whether it was enriched. */
  scrape_type: ScrapeType;
  search: HistorySearch;
  /** The session key. */
  session_id: string;
  status: JobStatus;
  /** When it was started (UTC). */
  timestamp: string;
};
export type HistoryBody = {
  data: HistoryEntryBody[];
};
export type LedgerEvent =
  | 'AccountOpened'
  | 'AllowanceGranted'
  | 'AllowanceLapsed'
  | 'TierChanged'
  | 'CreditsHeld'
  | 'CreditsDebited'
  | 'HoldReleased'
  | 'CouponCredited'
  | 'CreditsAdjusted'
  | 'AccountSuspended'
  | 'AccountResumed'
  | 'SessionsEnded';
export type Tier = 'basic' | 'pro' | 'business' | 'enterprise';
export type LedgerEntryBody = {
  /** Who caused it: `user:` and the subject id, `operator` or `system`. */
  actor: string;
  /** Credits that could be spent afterwards. */
  available: number;
  /** Bought credits afterwards, including reserved ones. */
  bought: number;
  /** The change of the credits. */
  credits: number;
  /** What happened. */
  event: LedgerEvent;
  /** Reserved credits afterwards. */
  held: number;
  /** Monthly credits afterwards, including reserved ones. */
  monthly: number;
  /** A description. */
  note: string;
  /** The change of the reserved credits. */
  reserved: number;
  /** The number of the event in the account, from 1. */
  sequence: number;
  /** The job that it belongs to. */
  session_id?: string | null;
  /** The plan afterwards. */
  tier: Tier;
  /** When (UTC). */
  timestamp: string;
};
export type LedgerBody = {
  /** The entries. */
  entries: LedgerEntryBody[];
  /** Oldest first: the `after` of the next page; absent on the last one. */
  next_after?: number | null;
  /** Newest first: the `before` of the next page; absent on the last one. */
  next_before?: number | null;
  /** The user's subject id. */
  user_id: string;
};
export type BalanceBody = {
  /** Credits that can be spent now. */
  available_credits: number;
  /** When this period started (UTC). */
  last_reset: string;
  /** Used credits in percent of the total; 0 if the total is 0. */
  percentage_used: number;
  /** The plan. */
  tier: Tier;
  /** This period's allowance, credits rolled over, and bought credits at its start and since. */
  total_credits: number;
  /** Credits spent in this period. */
  used_credits: number;
  /** The user's subject id. */
  user_id: string;
};
export type RedemptionBody = {
  balance?: BalanceBody | null;
  /** For people. */
  message: string;
  /** Was it redeemed? */
  success: boolean;
};
export type RedeemCoupon = {
  /** The code, in any case. */
  coupon_code: string;
};
export type CreditStatusBody = {
  /** Credits that can be spent now. */
  available_credits: number;
  /** May the user enrich results? */
  can_enrich: boolean;
  /** May the user save companies? */
  can_save_companies: boolean;
  /** Always true. */
  credit_system_used: boolean;
  /** When this period started (UTC). */
  last_reset: string;
  /** How many companies the user may save. */
  max_saves: number;
  /** When the next period starts (UTC). */
  next_reset: string;
  /** Used credits in percent of the total; 0 if the total is 0. */
  percentage_used: number;
  /** The plan. */
  tier: Tier;
  /** This period's allowance, credits rolled over, and bought credits at its start and since. */
  total_credits: number;
  /** Credits spent in this period. */
  used_credits: number;
  /** The user's subject id. */
  user_id: string;
};
export type UsageDay = {
  /** Credits debited on it. */
  credits: number;
  /** The day (UTC). */
  date: string;
};
export type UsageBody = {
  /** Every requested day, oldest first. */
  days: UsageDay[];
};
export type ContactStatus =
  | 'not_contacted'
  | 'contacted'
  | 'follow_up'
  | 'qualified'
  | 'proposal_sent'
  | 'customer'
  | 'converted'
  | 'not_interested';
export type CrmData = {
  /** Account Type */
  accountType: string;
  /** Email */
  email: string;
  /** Last Contact Date */
  lastContactDate: string;
  /** Main Point of Contact */
  mainPOC: string;
  /** Notes */
  notes: string;
  /** Follow Up and Converted are set in My Companies. */
  status:
    | 'Account Untouched'
    | 'Contacted'
    | 'Follow Up'
    | 'Qualified'
    | 'Proposal Sent'
    | 'Customer'
    | 'Converted'
    | 'Not Interested';
};
export type CrmBody = {
  /** Its id across all sessions, saved or not; null if it was never saved and nothing was ever written about it. */
  businessId?: string | null;
  /** Its id in My Companies; null if it is not saved. */
  companyId?: string | null;
  /** Its status, as in lists. */
  contactStatus: ContactStatus;
  crmData: CrmData;
  /** The follow-up date, which is set in My Companies; null if there is none. */
  followUpDate?: string | null;
  /** When the form was last saved (UTC); null if never. */
  lastSaved?: string | null;
  /** Always true. */
  success: boolean;
};
export type CrmForm = {
  /** Account Type */
  accountType?: string | null;
  /** Email */
  email?: string | null;
  /** Last Contact Date */
  lastContactDate?: string | null;
  /** Main Point of Contact */
  mainPOC?: string | null;
  /** Notes */
  notes?: string | null;
  /** A status of the form. */
  status?: string | null;
};
export type CrmConflict = ErrorBody & {
  sent: CrmForm;
  stored: CrmBody;
};
export type WriteCrm = {
  /** The business's name; ignored, since the server has it. */
  businessName?: string | null;
  crmData: CrmForm;
  /** `lastSaved` of the version that was edited, null if it was never saved. The call is refused if the form has been
    saved since, unless this is left out. */
  lastSaved?: string | null;
  /** Its row in the session, from 0. */
  rowIdx: number;
  /** The company's session. */
  sessionKey: string;
};
export type CrmFieldKind = 'choice' | 'day' | 'line' | 'email' | 'text';
export type CrmField = {
  /** The options of a choice; the first one is the default. */
  choices?: string[];
  /** Its key in `crmData`, and its name in timelines. */
  key: string;
  kind: CrmFieldKind;
  /** Its label. */
  label: string;
  /** Maximum number of characters. */
  longest: number;
};
export type CrmFieldsBody = {
  /** In order: the status, then the texts. */
  fields: CrmField[];
};
export type FieldFormat =
  | 'text'
  | 'yes_no'
  | 'percent'
  | 'dollars'
  | 'count'
  | 'miles'
  | 'years'
  | 'minutes'
  | 'score'
  | 'index'
  | 'ratio'
  | 'rate'
  | 'degrees'
  | 'date'
  | 'phone'
  | 'link'
  | 'list';
export type FieldGroupKey =
  | 'company'
  | 'socioeconomics'
  | 'risk'
  | 'location'
  | 'access'
  | 'neighborhood'
  | 'county'
  | 'infrastructure'
  | 'commuting'
  | 'housing'
  | 'vehicles'
  | 'tourism'
  | 'density'
  | 'saturation'
  | 'weather'
  | 'competitors'
  | 'politics'
  | 'scoring'
  | 'listing';
export type FieldLevel = 'place' | 'point' | 'tract' | 'county' | 'state';
export type NationFigure = {
  /** The national average: as published, or else the mean over all counties, weighted by the rate's base in the same
    table. */
  average?: number | null;
  /** If there is no average, as for medians: the nine figures that divide the nation's counties (or tracts) into ten
    groups of equal size, lowest first. The fifth is the median. */
  deciles?: number[] | null;
  /** The table's id. */
  table: string;
  /** The edition. */
  vintage: string;
};
export type FieldType =
  'text' | 'number' | 'boolean' | 'date' | 'texts' | 'links' | 'outline' | 'businesses' | 'factors';
export type FieldUnit =
  | 'count'
  | 'degrees'
  | 'index_100'
  | 'mi'
  | 'min'
  | 'people'
  | 'per_1000_residents'
  | 'per_sq_mi'
  | 'percent'
  | 'score_0_100'
  | 'usd'
  | 'years';
export type Field = {
  /** All other accepted spellings, in any case. */
  aliases: string[];
  /** Does this installation have data for it? Always true for a business's own columns. */
  available: boolean;
  /** Decimals shown, for numbers. */
  decimals?: number | null;
  /** What it means, or how it is computed. */
  description: string;
  /** Is it a fact of enrichment, or a column of the business itself? */
  fact: boolean;
  /** How its values are shown. */
  format: FieldFormat;
  group: FieldGroupKey;
  /** The facts that it is computed from. */
  inputs?: string[];
  /** Its name: the key in JSON rows. */
  key: string;
  /** Its label on screens and in exported tables; for facts also the key with `labels=true`. */
  label: string;
  /** What it describes: the business's listing, or an area around it. */
  level: FieldLevel;
  /** National figures for comparison, by table; facts from other tables have none. */
  nation?: NationFigure[];
  /** The tables that can provide it, the preferred one first. */
  tables: string[];
  /** The type of its values. */
  type: FieldType;
  unit?: FieldUnit | null;
};
export type FieldGroup = {
  /** Its name. */
  key: FieldGroupKey;
  /** Its heading. */
  label: string;
};
export type FieldTable = {
  /** Its id. */
  id: string;
  /** The publisher. */
  publisher: string;
  /** Its title, as cited. */
  title: string;
  /** The installed editions, newest first. */
  vintages: string[];
};
export type FieldsBody = {
  /** The columns: a business's own, then the facts, in the order of exported tables. */
  fields: Field[];
  /** The groups of columns, in the order of an account's page. */
  groups: FieldGroup[];
  /** The tables that facts come from. */
  tables: FieldTable[];
};
export type HealthStatus = 'ok' | 'degraded' | 'unavailable';
export type SubscriptionHealth = {
  /** Has it processed events that are not in the log any more? Then the log went back to an earlier moment. */
  ahead: boolean;
  /** Events that it has not processed yet, counted up to 10,000, where it counts as degraded; absent while the database
    is not available. */
  behind?: number | null;
  /** Its position in the log. */
  cursor: string;
  /** Its name. */
  name: string;
  /** Is it paused, because an event kept failing? `demandatlas projections status` says why. */
  paused: boolean;
};
export type Health = {
  /** `SQLite` or `PostgreSQL`; if another server holds the events, its name `beside` one of them. */
  database: string;
  /** Other problems of this process, for operators. */
  problems?: string[];
  status: HealthStatus;
  /** The projections and reactors of this process. */
  subscriptions: SubscriptionHealth[];
  /** The product's version. */
  version: string;
};
export type AreaCounty = {
  /** Its five digits. */
  fips: string;
  /** With its state's code. */
  name: string;
};
export type AreaKind = 'counties' | 'radius' | 'box' | 'polygon';
export type SearchArea = {
  /** What the middle of a circle is called. */
  around?: string | null;
  /** The middle of a circle: degrees east, then north. */
  center?: number[] | null;
  /** The counties that it touches: they are searched one by one. */
  counties: AreaCounty[];
  kind: AreaKind;
  /** What it is called. */
  label: string;
  /** The radius of a circle. */
  miles?: number | null;
  /** The rings of a box or polygon, as GeoJSON has them, without repeated corners; empty for others. */
  rings: number[][][];
};
export type CityFound = {
  /** The city, as the search names it. */
  city: string;
  /** Was it searched completely? */
  done: boolean;
  /** Rows delivered. */
  results: number;
};
export type EnrichmentStatus = 'not_requested' | 'processing' | 'completed' | 'failed' | 'cancelled';
export type EnrichmentBody = {
  /** Rows enriched so far, the first ones. */
  enriched: number;
  /** The progress in words. */
  message: string;
  /** Percent of the rows done, 0 to 100. */
  progress: number;
  status: EnrichmentStatus;
};
export type ReadingKind = 'session' | 'companies' | 'address';
export type ReadingBody = {
  /** The most that it may cost, in credits. */
  credits_at_most: number;
  of: ReadingKind;
  /** The session whose rows' websites are read. */
  session_key?: string | null;
  /** What is wanted: `email`, `phone`, `social`, `hours`, `technology`; empty for an address. */
  wants: string[];
  /** Number of websites; of an address, the most pages. */
  websites: number;
  /** How many of those read said something new; each costs one credit. */
  with_news: number;
};
export type JobBody = {
  area?: SearchArea | null;
  cities: string[];
  /** Rows found in each city, or county of the area, so far, in the search's order. */
  cities_found: CityFound[];
  /** When it was started (UTC). */
  created_at: string;
  /** Credits charged so far, for rows and their enrichment. */
  credits_charged: number;
  /** Has the search ended? Rows may still be enriched, as `enrichment` says. */
  ended: boolean;
  /** When the search ended (UTC); absent before. */
  ended_at?: string | null;
  /** Is enrichment to follow the search? */
  enrich: boolean;
  enrichment: EnrichmentBody;
  /** The job's id. */
  job_id: string;
  /** Businesses on the caller's list of known ones that the search met, once it has completed: not delivered, not
    charged. */
  left_out?: number | null;
  /** Do its source's terms allow a list only: no map, file or print? */
  list_only: boolean;
  /** The progress in words. */
  message: string;
  /** The schedule whose run it is. */
  monitor_id?: string | null;
  /** Percent done, 0 to 100. */
  progress: number;
  reading?: ReadingBody | null;
  /** Rows delivered so far. */
  results_count: number;
  /** Were the rows deleted, as their source's terms require? */
  rows_deleted: boolean;
  /** Are its businesses made up? */
  sample: boolean;
  search_term: string;
  /** Cities, or counties of the area, that no source covers: they are skipped. */
  skipped_cities: string[];
  /** The maps service, once the job has started. */
  source?: string | null;
  /** The state's two-letter code; empty if an area is searched. */
  state: string;
  status: JobStatus;
  /** Cities that no list of cities and no data set knows: probably misspelled. */
  unknown_cities: string[];
  /** When it last changed (UTC). */
  updated_at: string;
};
export type JobsBody = {
  jobs: JobBody[];
  /** `before` of the next page; null on the last one. */
  next: string | null;
};
export type AnswerBody = {
  /** Age of its data in days; absent for live services. */
  age_days?: number | null;
  /** The credit line for its rows. */
  attribution?: string | null;
  /** The cities, or counties of the area, that it covers. */
  cities: string[];
  /** Its name for people; in the catalogue the data set's name. */
  label: string;
  /** The license of its rows. */
  licence?: string | null;
  /** Is it a live service? */
  live: boolean;
  /** The publisher's release. */
  release?: string | null;
  /** Are its businesses made up? */
  sample: boolean;
  /** Is it bundled with the product? */
  shipped: boolean;
  /** The maps service's name. */
  source: string;
  /** May its rows be kept beyond the session? */
  storable: boolean;
};
export type Estimate = {
  /** The sources and their cities; empty if nothing covers the search. */
  answers: AnswerBody[];
  area?: SearchArea | null;
  /** Maximum price of these rows in credits, including enrichment if asked for. Absent if the rows are unknown. */
  credits_at_most?: number | null;
  /** Credits that the user has left. */
  credits_left: number;
  /** The command that fetches the state's businesses. */
  fetch_command: string;
  /** Why the search would be refused, and what to do; absent if it can start. */
  refusal?: string | null;
  /** Was the count incomplete when the time was up? There may be more rows, which cost more. */
  rows_are_more: boolean;
  /** Maximum number of rows: those available, up to the number asked for and the credits left; with `rows_are_more`
    those counted so far. Absent if a source cannot tell before it runs. */
  rows_at_most?: number | null;
  /** Cities, or counties of the area, that no source covers: they are skipped and cost nothing. */
  skipped_cities: string[];
  /** Cities that no list of cities and no data set knows: probably misspelled. */
  unknown_cities: string[];
};
export type AreaSearch =
  | {
      /** Their five-digit codes. */
      counties: string[];
      kind: 'counties';
    }
  | {
      /** What its middle is called; shown in the search's name. */
      around?: string | null;
      kind: 'radius';
      /** Degrees north of its middle (WGS 84). */
      latitude: number;
      /** Degrees east of its middle (WGS 84). */
      longitude: number;
      /** Whole miles. */
      miles: number;
    }
  | {
      east: number;
      kind: 'box';
      north: number;
      /** Degrees north (WGS 84). */
      south: number;
      /** Degrees east (WGS 84). */
      west: number;
    }
  | {
      /** GeoJSON: a Polygon, a MultiPolygon of one polygon, a Feature with either, or a collection of one such Feature. */
      geojson: object;
      kind: 'polygon';
    };
export type EstimateSearch = {
  area?: AreaSearch | null;
  /** Cities to search, at most 500. Either they or an area are needed. */
  cities?: string[];
  /** Enrich the rows, for one more credit each. */
  enrich?: boolean;
  /** Stop after this many rows. */
  max_results?: number | null;
  /** What to look for. */
  search_term: string;
  /** A maps service by name; if left out, those that cover the search. */
  source?: string | null;
  /** The cities' state, two letters; needed with cities. */
  state?: string;
};
export type StartedJob = {
  /** The price of these rows, in credits. */
  credits_at_most?: number | null;
  /** The job's id, and the session key of its rows. */
  job_id: string;
  /** The number of rows it will find at most, if the maps service can count them. */
  rows_at_most?: number | null;
  /** Cities, or counties of the area, that no source covers: they are skipped and cost nothing. */
  skipped_cities: string[];
  /** `queued`. */
  status: JobStatus;
  /** Cities that no list of cities and no data set knows: probably misspelled. */
  unknown_cities: string[];
};
export type StartScrape = {
  area?: AreaSearch | null;
  /** Cities to search, at most 500. Either they or an area are needed. */
  cities?: string[];
  /** Enrich the rows after the search, as POST /enrich does. */
  enrich?: boolean;
  /** Stop after this many rows. */
  max_results?: number | null;
  /** What to look for. */
  search_term: string;
  /** A maps service by name; if left out, those that cover the search. */
  source?: string | null;
  /** The cities' state, two letters; needed with cities. */
  state?: string;
  /** The signed-in user's subject id; may be left out. */
  user_id?: string | null;
};
export type CancelledJob = {
  /** The job's id. */
  job_id: string;
  /** `cancelled`. */
  status: JobStatus;
};
export type Page = {
  /** Number of rows before the first one here. */
  offset: number;
  /** Number of rows of the session so far. */
  total: number;
};
export type AboutRows = Page &
  Sources & {
    /** Have they been enriched, as far as the credits went? */
    enrichment_applied: boolean;
    /** Are the businesses made up? */
    sample: boolean;
  };
export type ResultsBody = AboutRows & {
  /** In the order they were found. */
  results: ResultRow[];
};
export type JobResultBody = {
  /** The rows. */
  result: ResultsBody;
  /** The job's status; while it runs, the rows are those delivered so far. */
  status: JobStatus;
};
export type SharedByRows = {
  /** The competitors of all rows: name, latitude, longitude. */
  businesses: any[][];
  /** The factors of scores: for each one the key of its fact, and its weight. */
  factor_sets: any[][][];
};
export type PackedRows = SharedByRows & {
  /** The keys of the columns: `row_idx` first, then `source_set` if there are facts, then `yours` if the caller has a
    list of known businesses. */
  columns: string[];
  /** In the order they were found: a value for each column, null if the row has none. A row ends with its last value.
    Values are the same as in rows that are objects, except for two lists. A competitor is
    `[index in businesses, distance_mi]`. The factors of a score are
    `[index in factor_sets, input, points, input, points, …]`. */
  rows: any[][];
};
export type PackedResultsBody = PackedRows & AboutRows;
export type PackedJobResultBody = {
  /** The rows. */
  result: PackedResultsBody;
  /** The job's status; while it runs, the rows are those delivered so far. */
  status: JobStatus;
};
export type JobRows = JobResultBody | PackedJobResultBody;
export type KnownBusinessesBody = {
  /** Its businesses; null if there is no list. */
  businesses: number | null;
  /** How many of them are in the imported listings; null while that is not known. */
  found: number | null;
  /** When it was uploaded (UTC). */
  uploaded_at?: string | null;
};
export type RefusedRowBody = {
  /** Its line, from 1. */
  line: number;
  /** What is wrong with it. */
  reason: string;
};
export type UploadedBody = KnownBusinessesBody & {
  /** The first rows that cannot be used. */
  refused: RefusedRowBody[];
  /** How many cannot. */
  refused_count: number;
};
export type MailStatus = 'none' | 'waiting' | 'on' | 'off';
export type MailLinkBody = {
  status: MailStatus;
};
export type MailLink = {
  token: string;
};
export type FirstRun = 'known' | 'all';
export type MonitorField = 'name' | 'street' | 'phone' | 'website' | 'hours' | 'position';
export type PublisherBody = {
  field: MonitorField;
  /** Of the known businesses of the data set. */
  percent: number;
};
export type RunResultBody = 'running' | 'completed' | 'failed' | 'cancelled' | 'skipped';
export type MonitorRun = {
  /** When it began, or was noted (UTC). */
  at: string;
  /** Was it asked for by hand? */
  by_hand: boolean;
  /** Businesses that have changed. */
  changed: number;
  /** When it ended (UTC). */
  ended_at?: string | null;
  /** Was it the first one? */
  first: boolean;
  /** Known businesses that were not found. */
  gone: number;
  /** Businesses on the caller's list of known ones: not told, not charged. */
  left_out: number;
  /** Did it begin over 15 minutes after its slot? */
  made_up: boolean;
  /** Businesses that are new. */
  new: number;
  /** Credits. */
  paid: number;
  /** New and changed ones that could not be paid. */
  pending: number;
  /** What changed in so many businesses that it is the publisher's doing. */
  publisher: PublisherBody[];
  /** Of a skipped one: `unchanged`, `overlap`, `missed`, `budget` or `credits`; of a failed one, why. */
  reason?: string | null;
  result: RunResultBody;
  /** The session of its rows. */
  session_key?: string | null;
  /** When it was due (UTC). */
  slot: string;
  /** Of a skipped one: how many slots, one after the other. */
  slots: number;
  unchanged: number;
};
export type PausedReason = 'user' | 'operator' | 'plan' | 'source' | 'failures';
export type Every = 'day' | 'week' | 'days' | 'month';
export type DayOfWeek = 'monday' | 'tuesday' | 'wednesday' | 'thursday' | 'friday' | 'saturday' | 'sunday';
export type ScheduleBody = {
  /** Hours and minutes. */
  at: string;
  /** With `month`. */
  day?: number | null;
  /** With `days`. */
  days?: number | null;
  every: Every;
  weekday?: DayOfWeek | null;
  /** A time zone of the IANA database. */
  zone: string;
};
export type MonitorSearch = {
  area?: SearchArea | null;
  cities: string[];
  /** The maps service, if one was chosen. */
  source?: string | null;
  /** The state's code; empty if an area is searched. */
  state: string;
  term: string;
};
export type MonitorStatus = 'on' | 'paused';
export type MonitorWarning = 'budget_used' | 'waiting_for_credits';
export type MonitorBody = {
  /** The most credits a calendar month of the schedule's zone. */
  budget: number;
  /** When it was created (UTC). */
  created_at: string;
  enrich: boolean;
  first: FirstRun;
  id: string;
  /** Businesses that are known. */
  known: number;
  last?: MonitorRun | null;
  /** The month, by the schedule's zone. */
  month: string;
  /** What it is called. */
  name: string;
  /** The next slot (UTC); absent while it is paused. */
  next_run?: string | null;
  paused_by?: PausedReason | null;
  /** The session of the run under way. */
  running?: string | null;
  schedule: ScheduleBody;
  search: MonitorSearch;
  /** Credits spent this month. */
  spent: number;
  status: MonitorStatus;
  warning?: MonitorWarning | null;
  watch_hours: boolean;
};
export type MonitorsBody = {
  /** Newest first. */
  monitors: MonitorBody[];
  /** As many as a user may have. */
  most: number;
};
export type CreateMonitor = {
  area?: AreaSearch | null;
  /** The most credits a calendar month of the schedule's zone. */
  budget: number;
  /** Cities to search, at most 500. */
  cities?: string[];
  /** Enrich what each run delivers, for a credit more each. */
  enrich?: boolean;
  first: FirstRun;
  schedule: ScheduleBody;
  /** What to look for. */
  search_term?: string;
  /** An earlier search of the caller. Its businesses count as known and paid. */
  session_key?: string | null;
  /** A maps service by name; if left out, those that cover the search. */
  source?: string | null;
  /** The cities' state, two letters; needed with cities. */
  state?: string;
  /** Watch opening hours, too. */
  watch_hours?: boolean;
};
export type PreviewBody = {
  /** Its next slot (UTC). */
  next_run: string;
};
export type PreviewMonitor = {
  schedule: ScheduleBody;
};
export type ChangeMonitor = {
  /** The most credits a calendar month of the schedule's zone. */
  budget?: number | null;
  /** Enrich what each run delivers, for a credit more each. */
  enrich?: boolean | null;
  schedule?: ScheduleBody | null;
  /** Watch opening hours, too. */
  watch_hours?: boolean | null;
};
export type RunsBody = {
  /** `before` of the next page; absent on the last one. */
  next?: string | null;
  /** Newest first. */
  runs: MonitorRun[];
};
export type FieldBody = {
  after?: string | null;
  before?: string | null;
  field: MonitorField;
};
export type GoneBody = 'not_found' | 'no_longer_listed';
export type MovedBody = {
  /** Degrees north and east (WGS 84). */
  from: number[];
  meters: number;
};
export type MonitorChange = {
  address?: string | null;
  city?: string | null;
  /** What has changed. */
  fields?: FieldBody[];
  gone?: GoneBody | null;
  latitude?: number | null;
  longitude?: number | null;
  moved?: MovedBody | null;
  /** Its number. */
  n: number;
  name: string;
  phone?: string | null;
  /** Of a new or changed one, its row of the run's session. */
  row_idx?: number | null;
  website?: string | null;
};
export type ChangesBody = {
  changes: MonitorChange[];
  /** `after` of the next page; absent on the last one. */
  next?: number | null;
  /** How many there are of the kind. */
  total: number;
};
export type NoticeKind = 'changes' | 'budget_80' | 'budget_used' | 'paused';
export type Notice = {
  /** Since when (UTC). */
  at: string;
  /** Of a budget: credits a month. */
  budget?: number | null;
  /** Of changes: businesses that have changed. */
  changed?: number | null;
  /** Of a spent budget: the day on which the next month begins. */
  goes_on?: string | null;
  /** Of changes: businesses that were not found. */
  gone?: number | null;
  id: string;
  kind: NoticeKind;
  monitor_id: string;
  /** What the schedule is called. */
  name: string;
  /** Of changes: businesses that are new. */
  new?: number | null;
  paused_by?: PausedReason | null;
  read: boolean;
  /** The run's session. */
  session_key?: string | null;
};
export type NoticesBody = {
  /** Newest first. */
  notices: Notice[];
  /** How many of the last 100 runs' notices are unread. */
  unread: number;
};
export type NewsMailBody = {
  /** The address; null if there is none. */
  address: string | null;
  /** Are e-mails sent at all? Only where the operator has set a mail server. */
  can_mail: boolean;
  status: MailStatus;
};
export type NewsMailAddress = {
  address: string;
};
export type ReadNotices = {
  /** All of them. */
  all?: boolean;
  /** These; at most 300. */
  ids?: string[];
};
export type PlanBody = {
  /** May its users enrich results? */
  can_enrich: boolean;
  /** May its users save companies? */
  can_save_companies: boolean;
  /** Credits granted at the start of each month. */
  credits_a_month: number;
  /** US dollars a month; 0 is free. */
  dollars_a_month: number;
  /** How many companies a user may keep; a plan that a coupon gave has room for fewer. */
  max_saves: number;
  /** The most that a month may begin with when unused credits roll over. */
  rollover_ceiling: number;
  /** Which plan. */
  tier: Tier;
};
export type PlansBody = {
  /** Credits for a scraped result with its enrichment. */
  credits_per_enriched_result: number;
  /** Credits for a scraped result. */
  credits_per_result: number;
  /** The plans. */
  plans: PlanBody[];
};
export type ProxyBody = {
  /** Can it be tested? Only where the operator names a page for it. */
  can_test: boolean;
  /** Its address, with dots in place of the password; null if there is none. */
  url: string | null;
};
export type ProxyAddress = {
  /** Dots in place of the password keep the one that was saved. */
  url: string;
};
export type ProxyTestBody = {
  /** The outcome in words. */
  message: string;
  /** Did the page answer? */
  works: boolean;
};
export type ProxyToTest = {
  /** If left out, the saved one. */
  url?: string | null;
};
export type SavedRow = {
  /** Had it been saved before? */
  already_exists: boolean;
  /** Why it could not be saved. */
  message?: string | null;
  /** The business's name. */
  name: string;
  /** Its index in the session. */
  row_idx: number;
  /** Is it saved? */
  success: boolean;
};
export type SavedCompanies = {
  /** Number saved before, or listed twice. */
  already_existed: number;
  /** Number that could not be saved. */
  failed: number;
  /** For people. */
  message: string;
  /** The outcome of each row, in the order of the rows. */
  results: SavedRow[];
  /** Number saved now. */
  saved: number;
  /** Are all of them saved, now or before? */
  success: boolean;
};
export type SaveCompanies = {
  /** Their indexes in the session, from 0. They are saved in this order, as far as the plan's limit allows. If left out,
    all rows of the session. */
  rows?: number[] | null;
  /** Their session. */
  session_id: string;
  /** The signed-in user's subject id; may be left out. */
  user_id?: string | null;
};
export type SavedCompany = {
  /** Had the business been saved before, from this or another session? */
  already_exists: boolean;
  /** For people. */
  message: string;
  /** Always true. */
  success: boolean;
};
export type BusinessRow = {
  /** Its index in the session, from 0. */
  row_idx: number;
};
export type SaveCompany = {
  /** Its row. Only `row_idx` is used: the server's data are saved. */
  business_data: BusinessRow;
  /** Its session. */
  session_id: string;
  /** The signed-in user's subject id; may be left out. */
  user_id?: string | null;
};
export type CompanyCounts = {
  /** Saved companies with a follow-up date on or before `today`; 0 without it. */
  due_total: number;
  /** Companies that the user has saved. */
  saved_total: number;
  /** Saved companies with facts from another period than the installed reference data. */
  stale_total: number;
  /** Companies that match search and filters, on all pages. */
  total_count: number;
};
export type ListedBusiness = {
  /** The whole address on one line. */
  address?: string | null;
  /** The city. */
  city?: string | null;
  /** Its main category. */
  industry?: string | null;
  /** Degrees north (WGS 84). */
  latitude?: number | null;
  /** Degrees east (WGS 84). */
  longitude?: number | null;
  /** The same as `industry`. */
  main_category?: string | null;
  /** The market intelligence score, 0 to 100. */
  market_intelligence_score?: number | null;
  /** The name. */
  name: string;
  /** The same as `city`. */
  parsed_city?: string | null;
  /** The same as `state`. */
  parsed_state?: string | null;
  /** Its row in the session, from 0. */
  row_idx: number;
  /** The state's code. */
  state?: string | null;
  [key: string]: any;
};
export type ChangedSinceSaved = {
  /** As it is listed. */
  after?: string | null;
  /** When that was found (UTC). */
  at: string;
  /** As it was saved. */
  before?: string | null;
  /** `name`, `street`, `phone` or `website`. */
  field: string;
};
export type ListedCompany = {
  /** The credit line that its license requires. */
  attribution?: string | null;
  business_data: ListedBusiness;
  /** Its row there, from 0. */
  business_row_idx: number;
  /** All its categories. */
  categories: string[];
  /** How its listing differs from what was saved, as a schedule found; absent if it does not. */
  changed_since_saved?: ChangedSinceSaved[];
  /** The city. */
  city?: string | null;
  /** Its id. */
  company_id: string;
  /** Its name. */
  company_name: string;
  contact_status: ContactStatus;
  crm_data: CrmData;
  /** The follow-up date; null if there is none. */
  follow_up_date?: string | null;
  /** Its id at Google, whose terms allow keeping nothing else of it. Its name is 'Google place' then. */
  google_place_id?: string | null;
  /** Degrees north (WGS 84). */
  latitude?: number | null;
  /** Degrees east (WGS 84). */
  longitude?: number | null;
  /** Its main category. */
  main_category?: string | null;
  /** The market intelligence score, 0 to 100. */
  market_intelligence_score?: number | null;
  /** 'Sample data' if the business is made up. */
  sample?: string | null;
  /** When it was saved (UTC). */
  saved_at: string;
  /** The session that it was saved from. */
  session_id: string;
  /** The data set that the business comes from. */
  source: string;
  /** Are its facts from another period than the installed reference data? */
  stale: boolean;
  /** The state's code. */
  state?: string | null;
  /** Its tags, by alphabet. */
  tags: string[];
};
export type ValueCount = {
  count: number;
  /** The value. */
  value: string;
};
export type CompanyFacets = {
  /** Cities. */
  cities: ValueCount[];
  /** Main categories. */
  industries: ValueCount[];
  /** States' codes. */
  states: ValueCount[];
  /** Statuses in their order, including those that no company has. */
  statuses: ValueCount[];
  /** Tags. */
  tags: ValueCount[];
};
export type CompaniesBody = CompanyCounts & {
  /** The companies, or the page of them. */
  companies: ListedCompany[];
  facets?: CompanyFacets | null;
  /** Companies per page. */
  limit?: number | null;
  /** The page, from 1, if pages were requested. */
  page?: number | null;
};
export type PackedCompanies = CompanyCounts & {
  /** The keys of a row's values. */
  columns: string[];
  /** A value for each column, null if the company has none. */
  rows: any[][];
};
export type ListBody = CompaniesBody | PackedCompanies;
export type SavedInCounty = {
  /** Saved ones. */
  companies: number;
  fips: string;
  /** Those on the list of known businesses that are not saved. */
  known: number;
};
export type SavedByCounty = {
  counties: SavedInCounty[];
  /** Saved companies whose county is not known. */
  elsewhere: number;
  /** Known businesses whose county is not known. */
  known_elsewhere: number;
};
export type FailedCompany = {
  company_id: string;
  /** The reason. */
  message: string;
};
export type CompanyChanges = {
  /** The companies changed now. */
  changed: string[];
  /** The companies that cannot be changed. */
  failed: FailedCompany[];
  /** Former statuses or dates, by the ids of the companies changed now. */
  former?:
    | {
        [key: string]: string | null;
      }
    | {
        [key: string]: string | null;
      };
  /** Are all of them changed, now or before? */
  success: boolean;
  /** Number of companies that already were as requested. */
  unchanged: number;
};
export type FollowUpChange = {
  company_id: string;
  /** The date; null to clear it. */
  date?: string | null;
};
export type FollowUpChanges = {
  /** At most 1,000. */
  changes: FollowUpChange[];
};
export type CompanyRefresh = {
  /** The companies whose facts have changed. */
  changed: string[];
  /** One credit for each company whose facts have changed. */
  credits_charged: number;
  /** The companies that could not be refreshed. */
  failed: FailedCompany[];
  /** Do all of them have the current facts? */
  success: boolean;
  /** Number of companies whose facts were current: they cost nothing. */
  unchanged: number;
};
export type CompanyIds = {
  /** At most 1,000. */
  company_ids: string[];
};
export type StatusChange = {
  company_id: string;
  /** The status, as in lists. */
  status: string;
};
export type StatusChanges = {
  /** At most 1,000. */
  changes: StatusChange[];
};
export type TagChanges = {
  /** Tags to add: 1 to 40 characters each, at most 20 per company. Tags that only differ in case are the same. */
  add?: string[];
  /** At most 1,000. */
  company_ids: string[];
  /** Tags to remove. */
  remove?: string[];
};
export type DatasetBody = {
  /** Age of its data in days. */
  age_days: number;
  /** The credit line that the license requires. */
  attribution?: string | null;
  /** What it covers, in words. */
  covers: string;
  /** When it was imported (UTC). */
  imported_at: string;
  /** Its license. */
  licence?: string | null;
  /** Its name, which is the `source` of its rows. */
  name: string;
  /** The publisher's release. */
  release?: string | null;
  /** Number of its businesses. */
  rows: number;
  /** Is it bundled with the product? */
  shipped: boolean;
};
export type SourceBody = {
  /** The credit line for all its rows. */
  attribution?: string | null;
  /** Does it answer searches that name no source? The catalogue does for what its data sets cover, OpenStreetMap for
    the rest; the others only answer by name. */
  by_default: boolean;
  /** The listings imported into it. */
  datasets?: DatasetBody[];
  /** Its name for people. */
  label: string;
  /** The license of all its rows. */
  licence?: string | null;
  /** The name to use as a search's `source`. */
  name: string;
  /** Why it is unavailable at the moment. */
  problem?: string | null;
  /** Does the service behind it respond? Absent if there is none. */
  reachable?: boolean | null;
  /** Number of its businesses, if it can count them. */
  rows?: number | null;
  /** Are its businesses made up? */
  sample: boolean;
  /** May its rows be kept beyond the session? */
  storable: boolean;
};
export type SourcesBody = {
  /** The enabled ones, the preferred one first. */
  sources: SourceBody[];
};
export type TimelineEntry = {
  /** Time of the change (UTC). */
  at: string;
  /** `you`, `operator` or `system`. */
  by: string;
  /** `status`, `followUpDate`, or a field of the form; of a listing, `name`, `street`, `phone` or `website`. */
  field: string;
  /** The former value; null if it was empty. */
  from?: string | null;
  /** The new value; null if it is empty. */
  to?: string | null;
  /** `listing` if not the record has changed but the company's listing; absent otherwise. */
  what?: string | null;
};
export type TimelineBody = {
  /** The `before` of older changes; null if there are none. */
  next_before?: number | null;
  /** Always true. */
  success: boolean;
  /** The changes, newest first. */
  timeline: TimelineEntry[];
};
export type WebsitesEstimate = {
  /** The most that it costs: websites without news cost nothing. */
  credits_at_most: number;
  /** Number of websites; of an address, the most pages. */
  websites: number;
};
export type Wanted = 'email' | 'phone' | 'social' | 'hours' | 'technology';
export type ReadWebsites = {
  /** Ids of saved companies, at most 1,000: their websites are read. */
  companies?: string[] | null;
  /** Of an address: the links of its pages. */
  extract_links?: boolean;
  /** Of an address: the text of its pages. */
  extract_text?: boolean;
  /** Stop when that many credits are spent. */
  max_credits?: number | null;
  /** Of a session: the website of this row only. */
  row_idx?: number | null;
  /** A session: the websites of its rows are read. */
  session_key?: string | null;
  /** The address of a website. */
  url?: string | null;
  /** What you want to know of businesses: 1 credit for each website that says one of these that was not known. */
  wants?: Wanted[];
  /** Of an address: up to five pages, in place of one. */
  whole_site?: boolean;
};
export type StartedReading = {
  /** The most that it costs: websites without news cost nothing. */
  credits_at_most: number;
  /** The job's id. */
  job_id: string;
  /** `queued`. */
  status: JobStatus;
  /** Number of websites; of an address, the most pages. */
  websites: number;
};
export type PageLinkKind = 'inside' | 'outside' | 'mail' | 'phone' | 'document';
export type PageLink = {
  kind: PageLinkKind;
  text: string;
  url: string;
};
export type PageBody = {
  /** Why it was not read; absent if it was. */
  error?: string | null;
  /** Where it was found, after redirects. */
  found_at?: string | null;
  /** Its links, if they were wanted. */
  links: PageLink[];
  /** Did it cost a credit? */
  paid: boolean;
  /** Its text without menus and footers, if that was wanted. */
  text?: string | null;
  title?: string | null;
  /** The address that was asked for. */
  url: string;
};
export type WebsitePages = {
  found?: WebsiteBody | null;
  pages: PageBody[];
  /** What whoever writes to these addresses must do; absent if there are none. */
  senders_duties?: string | null;
  /** The job's status. */
  status: JobStatus;
};
export type AboutEnriched = Page &
  Sources & {
    /** Its progress; it may have ended early because the credits were used up. */
    enrichment: EnrichmentBody;
    /** Always true. */
    enrichment_applied: boolean;
    /** The session. */
    sessionKey: string;
  };
export type EnrichedBody = AboutEnriched & {
  /** The session's rows, the enriched ones with their facts. */
  results: ResultRow[];
};
export type PackedEnrichedBody = PackedRows & AboutEnriched;
export type EnrichedRows = EnrichedBody | PackedEnrichedBody;
export type EnrichmentAccepted = {
  /** Its progress; GET /api/jobs/{jobId} reports it from now on. */
  enrichment: EnrichmentBody;
  /** The session. */
  sessionKey: string;
};
export type EnrichSession = {
  /** Only `json`. */
  format?: string | null;
  /** The job's id. */
  sessionKey: string;
};
export type ExportedRows = Sources & {
  /** The rows. */
  results: ResultRow[];
};
export type Exported = ResultRow[] | ExportedRows;
export type ScrapeBody = Sources & {
  /** The outcome in words. */
  message: string;
  results: ResultRow[];
  /** Are the businesses made up? */
  sample: boolean;
  /** The session of the rows, for POST /enrich and GET /export. */
  sessionKey: string;
  /** How the search ended. */
  status: JobStatus;
};
