/** Tabler's icons one file each, for which the package has no types. */
declare module '@tabler/icons-react/dist/esm/icons/*.mjs' {
  import type { Icon } from '@tabler/icons-react';

  const icon: Icon;
  // eslint-disable-next-line import-x/no-default-export -- as the package has it
  export default icon;
}
