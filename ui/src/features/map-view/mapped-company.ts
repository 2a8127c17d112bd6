/** A saved company as the map has it, read once from the server's packed rows. */
import type { PackedCompany } from '@/shared/companies/companies-api';
import { positionOf, type MapPoint, type Position } from '@/shared/map/map-point';
import { paths } from '@/shared/paths';
import { contactStatus, statusLook, type ContactStatus } from '@/shared/status/contact-status';

export interface MappedCompany {
  id: string;
  sessionKey: string;
  rowIdx: number;
  name: string;
  address: string | null;
  city: string | null;
  state: string | null;
  industry: string;
  status: ContactStatus;
  /** Whole; 0 where it is missing. */
  score: number;
  /** Null where a coordinate is missing or no number: such a company is in the list only. */
  position: Position | null;
}

export const UNKNOWN_INDUSTRY = 'Unknown';
const UNNAMED = 'Unnamed business';

export function mappedCompany(packed: PackedCompany): MappedCompany {
  return {
    id: packed.company_id,
    sessionKey: packed.session_id,
    rowIdx: packed.row_idx,
    name: text(packed.name) ?? UNNAMED,
    address: text(packed.address),
    city: text(packed.city),
    state: text(packed.state),
    industry: text(packed.industry) ?? UNKNOWN_INDUSTRY,
    status: contactStatus(packed.status),
    score: Math.round(numberOf(packed.score)),
    position: positionOf(packed.latitude, packed.longitude),
  };
}

export interface CompanyPoint extends MapPoint {
  company: MappedCompany;
}

export function companyPoint(company: MappedCompany): CompanyPoint {
  const { marker, letter } = statusLook(company.status);
  return {
    id: company.id,
    name: company.name,
    detail: placeOf(company),
    position: company.position,
    look: { fill: marker, letter },
    page: paths.account(company.sessionKey, company.rowIdx),
    company,
  };
}

/** The address, else city and state. */
export function placeOf({ address, city, state }: MappedCompany): string | undefined {
  if (address !== null) return address;
  const place = [city, state].filter((part) => part !== null).join(', ');
  return place === '' ? undefined : place;
}

function text(value: unknown): string | null {
  return typeof value === 'string' && value.trim() !== '' ? value.trim() : null;
}

/** Numeric texts count; what is no number is 0. */
function numberOf(value: unknown): number {
  const number = typeof value === 'string' ? Number(value) : value;
  return typeof number === 'number' && Number.isFinite(number) ? number : 0;
}
