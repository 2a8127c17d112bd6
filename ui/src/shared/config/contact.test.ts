import { describe, expect, it } from 'vitest';
import { contactOf } from './WithContact';

describe('the contact', () => {
  it.each([
    ['mailto:help@example.com?subject=DemandAtlas', 'help@example.com'],
    ['https://example.com/help', 'example.com/help'],
    ['https://help.example.com/', 'help.example.com'],
  ])('%s reads %s', (href, label) => {
    expect(contactOf(href)).toEqual({ href, label });
  });

  it.each([undefined, null, '', 'help', 'javascript:alert(1)'])('%s is none', (link) => {
    expect(contactOf(link)).toBeNull();
  });
});
