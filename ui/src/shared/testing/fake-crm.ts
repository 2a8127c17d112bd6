/** Fake answers about what users write: the form's fields and a record. */
import type { ContactStatus, CrmBody, CrmField, CrmFieldsBody } from '@/shared/api/generated';

const SIX = ['Account Untouched', 'Contacted', 'Qualified', 'Proposal Sent', 'Customer', 'Not Interested'];

/** What was written about a business; nothing by default. */
export function crmBody(changes: Partial<CrmBody['crmData']> = {}, lastSaved: string | null = null): CrmBody {
  const crmData: CrmBody['crmData'] = {
    status: 'Account Untouched',
    accountType: 'Prospect',
    lastContactDate: '',
    mainPOC: '',
    email: '',
    notes: '',
    ...changes,
  };
  const known = crmData.status === 'Account Untouched' ? 'not_contacted' : crmData.status;
  const contactStatus = known.toLowerCase().replaceAll(' ', '_') as ContactStatus;
  return { success: true, crmData, contactStatus, lastSaved };
}

/** The server's form fields, plus these. */
export function crmFieldsBody(more: CrmField[] = []): CrmFieldsBody {
  const types = ['Prospect', 'Customer', 'Partner', 'Lead'];
  return {
    fields: [
      { key: 'status', label: 'Status', kind: 'choice', choices: SIX, longest: 17 },
      { key: 'accountType', label: 'Account Type', kind: 'choice', choices: types, longest: 500 },
      { key: 'lastContactDate', label: 'Last Contact Date', kind: 'day', longest: 500 },
      { key: 'mainPOC', label: 'Main Point of Contact', kind: 'line', longest: 500 },
      { key: 'email', label: 'Email', kind: 'email', longest: 500 },
      ...more,
      { key: 'notes', label: 'Notes', kind: 'text', longest: 20_000 },
    ],
  };
}
