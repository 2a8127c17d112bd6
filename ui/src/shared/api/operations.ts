/**
 * The name and time limit of every call, by endpoint. Names go into error texts; limits are the specification's. A
 * missing endpoint is a type error (in the test beside this).
 */
const MINUTE_MS = 60_000;

export const TIME_LIMITS_MS = {
  default: 5 * MINUTE_MS,
  scrape: 15 * MINUTE_MS,
  enrich: 30 * MINUTE_MS,
  export: 10 * MINUTE_MS,
  tile: 3 * MINUTE_MS,
  jobs: 30_000,
} as const;

export interface Operation {
  /** As in "… during {name}". */
  name: string;
  timeoutMs: number;
}

export const OPERATIONS = {
  getConfig: { name: 'loading the settings', timeoutMs: TIME_LIMITS_MS.jobs },
  health: { name: 'the health check', timeoutMs: TIME_LIMITS_MS.jobs },
  listFields: { name: 'loading the fields', timeoutMs: TIME_LIMITS_MS.jobs },
  listSources: { name: 'loading the sources', timeoutMs: TIME_LIMITS_MS.default },
  creditStatus: { name: 'credit check', timeoutMs: TIME_LIMITS_MS.default },
  creditHistory: { name: 'loading the history', timeoutMs: TIME_LIMITS_MS.default },
  listPlans: { name: 'loading the plans', timeoutMs: TIME_LIMITS_MS.jobs },
  creditUsage: { name: 'loading the usage', timeoutMs: TIME_LIMITS_MS.default },
  creditLedger: { name: 'loading the ledger', timeoutMs: TIME_LIMITS_MS.default },
  redeemCoupon: { name: 'redeeming the coupon', timeoutMs: TIME_LIMITS_MS.default },
  listCities: { name: 'loading the cities', timeoutMs: TIME_LIMITS_MS.jobs },
  listCounties: { name: 'loading the counties', timeoutMs: TIME_LIMITS_MS.jobs },
  estimateScrape: { name: 'estimate', timeoutMs: TIME_LIMITS_MS.jobs },
  startScrape: { name: 'Scraping', timeoutMs: TIME_LIMITS_MS.jobs },
  getJob: { name: 'job status check', timeoutMs: TIME_LIMITS_MS.jobs },
  getJobStatus: { name: 'job recovery', timeoutMs: TIME_LIMITS_MS.jobs },
  followJob: { name: 'following the job', timeoutMs: TIME_LIMITS_MS.scrape },
  listJobs: { name: 'loading the sessions', timeoutMs: TIME_LIMITS_MS.jobs },
  markJobSeen: { name: 'noting what was opened', timeoutMs: TIME_LIMITS_MS.jobs },
  getJobResult: { name: 'fetching results', timeoutMs: TIME_LIMITS_MS.jobs },
  cancelJob: { name: 'cancelling the job', timeoutMs: TIME_LIMITS_MS.jobs },
  scrape: { name: 'Scraping', timeoutMs: TIME_LIMITS_MS.scrape },
  enrich: { name: 'Enrichment', timeoutMs: TIME_LIMITS_MS.enrich },
  getBusinessData: { name: 'loading the business', timeoutMs: TIME_LIMITS_MS.default },
  getBusinessReport: { name: 'Export', timeoutMs: TIME_LIMITS_MS.export },
  listCrmFields: { name: 'loading the fields', timeoutMs: TIME_LIMITS_MS.jobs },
  getCrmData: { name: 'loading the account details', timeoutMs: TIME_LIMITS_MS.default },
  saveCrmData: { name: 'saving the account details', timeoutMs: TIME_LIMITS_MS.default },
  getTimeline: { name: 'loading the timeline', timeoutMs: TIME_LIMITS_MS.default },
  saveCompany: { name: 'saving the company', timeoutMs: TIME_LIMITS_MS.default },
  saveCompanies: { name: 'saving the companies', timeoutMs: TIME_LIMITS_MS.default },
  listSavedCompanies: { name: 'loading the saved companies', timeoutMs: TIME_LIMITS_MS.default },
  removeSavedCompanies: { name: 'removing the companies', timeoutMs: TIME_LIMITS_MS.default },
  restoreSavedCompanies: { name: 'restoring the companies', timeoutMs: TIME_LIMITS_MS.default },
  setCompanyStatuses: { name: 'changing the status', timeoutMs: TIME_LIMITS_MS.default },
  tagCompanies: { name: 'tagging the companies', timeoutMs: TIME_LIMITS_MS.default },
  setFollowUps: { name: 'setting the follow-up date', timeoutMs: TIME_LIMITS_MS.default },
  refreshSavedCompanies: { name: 'Enrichment', timeoutMs: TIME_LIMITS_MS.enrich },
  exportSavedCompanies: { name: 'Export', timeoutMs: TIME_LIMITS_MS.export },
  exportOwnData: { name: 'Export', timeoutMs: TIME_LIMITS_MS.export },
  eraseOwnData: { name: 'erasing your data', timeoutMs: TIME_LIMITS_MS.default },
  exportRows: { name: 'Export', timeoutMs: TIME_LIMITS_MS.export },
  listAtlasKinds: { name: 'loading the kinds of business', timeoutMs: TIME_LIMITS_MS.jobs },
  getAtlas: { name: 'loading the county figures', timeoutMs: TIME_LIMITS_MS.default },
  getAtlasTracts: { name: 'loading the neighborhoods', timeoutMs: TIME_LIMITS_MS.default },
  getAtlasArea: { name: 'loading the county', timeoutMs: TIME_LIMITS_MS.default },
  getAtlasAreaInputs: { name: 'loading the inputs', timeoutMs: TIME_LIMITS_MS.jobs },
  countSavedCompaniesByCounty: { name: 'loading the saved companies', timeoutMs: TIME_LIMITS_MS.default },
  readWebsites: { name: 'Reading', timeoutMs: TIME_LIMITS_MS.jobs },
  estimateWebsites: { name: 'counting the websites', timeoutMs: TIME_LIMITS_MS.jobs },
  getWebsitePages: { name: 'loading the pages', timeoutMs: TIME_LIMITS_MS.default },
  getWebsiteFile: { name: 'Export', timeoutMs: TIME_LIMITS_MS.export },
  getProxy: { name: 'loading the proxy', timeoutMs: TIME_LIMITS_MS.jobs },
  saveProxy: { name: 'saving the proxy', timeoutMs: TIME_LIMITS_MS.jobs },
  removeProxy: { name: 'removing the proxy', timeoutMs: TIME_LIMITS_MS.jobs },
  restoreProxy: { name: 'restoring the proxy', timeoutMs: TIME_LIMITS_MS.jobs },
  testProxy: { name: 'testing the proxy', timeoutMs: TIME_LIMITS_MS.jobs },
  listMonitors: { name: 'loading the schedules', timeoutMs: TIME_LIMITS_MS.jobs },
  createMonitor: { name: 'saving the schedule', timeoutMs: TIME_LIMITS_MS.jobs },
  previewMonitor: { name: 'computing the first run', timeoutMs: TIME_LIMITS_MS.jobs },
  getMonitor: { name: 'loading the schedule', timeoutMs: TIME_LIMITS_MS.jobs },
  changeMonitor: { name: 'saving the schedule', timeoutMs: TIME_LIMITS_MS.jobs },
  deleteMonitor: { name: 'deleting the schedule', timeoutMs: TIME_LIMITS_MS.jobs },
  pauseMonitor: { name: 'pausing the schedule', timeoutMs: TIME_LIMITS_MS.jobs },
  resumeMonitor: { name: 'resuming the schedule', timeoutMs: TIME_LIMITS_MS.jobs },
  runMonitor: { name: 'starting the run', timeoutMs: TIME_LIMITS_MS.jobs },
  listMonitorRuns: { name: 'loading the runs', timeoutMs: TIME_LIMITS_MS.jobs },
  getMonitorRun: { name: 'loading the run', timeoutMs: TIME_LIMITS_MS.jobs },
  listMonitorChanges: { name: 'loading the changes', timeoutMs: TIME_LIMITS_MS.jobs },
  getAtlasTractShapes: { name: 'loading the map', timeoutMs: TIME_LIMITS_MS.default },
} satisfies Record<string, Operation>;

export type OperationName = keyof typeof OPERATIONS;
