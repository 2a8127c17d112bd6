/** Links to the sections and follows the scroll: a rail beside them, on narrow screens a select above. */
import { NativeSelect } from '@mantine/core';
import { useScrollSpy } from '@mantine/hooks';
import type { MouseEvent } from 'react';
import { goTo } from './section-address';
import type { SectionGroup, SectionOf } from './sections';
import type_ from '@/shared/ui/type.module.css';
import classes from './Account.module.css';

const HEADINGS = '[data-account-section]';

export function SectionNav({ sections }: { sections: readonly SectionOf[] }) {
  const { active } = useScrollSpy({
    selector: HEADINGS,
    getDepth: () => 2,
    getValue: (heading) => heading.id,
    offset: 24,
  });
  const current = sections[Math.max(0, active)]?.id;
  const groups = [...new Set(sections.map(({ group }) => group))].map((group) => ({
    group,
    members: sections.filter((section) => section.group === group),
  }));
  return (
    <>
      <nav className={classes.rail} aria-label="Sections">
        {groups.map(({ group, members }) => (
          <Group key={group} group={group} members={members} current={current} />
        ))}
      </nav>
      <div className={classes.jump}>
        <NativeSelect
          aria-label="Section"
          value={current}
          data={groups.map(({ group, members }) => ({
            group,
            items: members.map(({ id, title }) => ({ value: id, label: title })),
          }))}
          onChange={(event) => {
            goTo(event.currentTarget.value);
          }}
        />
      </div>
    </>
  );
}

interface GroupProps {
  group: SectionGroup;
  members: readonly SectionOf[];
  current: string | undefined;
}

function Group({ group, members, current }: GroupProps) {
  return (
    <div className={classes.railGroup}>
      <div className={type_.label}>{group}</div>
      <ul className={classes.railList}>
        {members.map(({ id, title }) => (
          <li key={id}>
            <a
              className={classes.railLink}
              href={`#${id}`}
              aria-current={id === current}
              onClick={(event: MouseEvent) => {
                event.preventDefault();
                goTo(id);
              }}
            >
              {title}
            </a>
          </li>
        ))}
      </ul>
    </div>
  );
}
