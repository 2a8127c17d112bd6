/** A saved company on the map, read once from the server's packed rows. */
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
  /** Rounded; 0 if missing. */
  score: number;
  /** Null without two numeric coordinates: the company is only in the list. */
  position: Position | null;
}

const UNKNOWN_INDUSTRY = 'Unknown';

export function mappedCompany(packed: PackedCompany): MappedCompany {
  return {
    id: packed.company_id,
    sessionKey: packed.session_id,
    rowIdx: packed.row_idx,
    name: packed.name,
    address: packed.address,
    city: packed.city,
    state: packed.state,
    industry: packed.industry ?? UNKNOWN_INDUSTRY,
    status: contactStatus(packed.status),
    score: Math.round(packed.score ?? 0),
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
