import { describe, expect, it } from 'vitest';
import { websiteLink } from './website-link';

describe('links to scraped websites', () => {
  it.each([
    ['alder.example', 'https://alder.example'],
    ['www.alder.example/menu', 'https://www.alder.example/menu'],
    ['//alder.example', 'https://alder.example'],
    ['alder.example:8080/x', 'https://alder.example:8080/x'],
    ['http://alder.example', 'http://alder.example'],
    ['HTTPS://alder.example', 'HTTPS://alder.example'],
  ])('RES-01: %s leads to %s', (website, link) => {
    expect(websiteLink(website)).toBe(link);
  });

  it.each([
    'javascript:alert(1)',
    ' JavaScript:alert(1)',
    'java\nscript:alert(1)',
    'data:text/html,hi',
    'vbscript:x',
    'mailto:a@b.example',
    'not a website',
    '',
  ])('RES-01: %j is no link', (website) => {
    expect(websiteLink(website)).toBeNull();
  });
});
