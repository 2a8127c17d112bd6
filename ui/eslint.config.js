import js from '@eslint/js';
import { createTypeScriptImportResolver } from 'eslint-import-resolver-typescript';
import importX from 'eslint-plugin-import-x';
import jsxA11y from 'eslint-plugin-jsx-a11y';
import playwright from 'eslint-plugin-playwright';
import reactHooks from 'eslint-plugin-react-hooks';
import { readdirSync } from 'node:fs';
import tseslint from 'typescript-eslint';

const features = readdirSync(new URL('./src/features', import.meta.url));

/** app → features → shared; features do not know each other. */
const zones = [
  { target: './src/shared', from: ['./src/features', './src/app'] },
  { target: './src/features', from: './src/app' },
  ...features.map((feature) => ({
    target: `./src/features/${feature}`,
    from: './src/features',
    except: [`./${feature}`],
    message: 'A feature never imports another feature: move what both need to shared.',
  })),
];

/** Page addresses have one home, as do the formats of numbers and dates. */
const addressRule = {
  selector: [
    'Literal[value=/^\\u002F[a-z]/i]',
    'TemplateElement[value.raw=/^\\u002F[a-z]/i]',
    'JSXAttribute[name.name=/^(to|href)$/] > Literal[value=/^\\u002F/]',
  ].join(', '),
  message: 'Addresses of pages are built by shared/paths.ts; those of calls stand in shared/api.',
};
const formatRule = {
  selector: [
    'CallExpression[callee.property.name=/^toLocale(String|DateString|TimeString)$/]',
    'MemberExpression[object.name="Intl"][property.name=/Format$/]',
  ].join(', '),
  message:
    'Numbers and dates are formatted by shared/lib/format.ts, those of a time zone by zone.ts beside it.',
};

export default tseslint.config(
  { ignores: ['dist', 'coverage', 'e2e/results', 'src/shared/api/generated.ts'] },
  js.configs.recommended,
  {
    files: ['src/**/*.{ts,tsx}', 'e2e/**/*.{ts,tsx}', '*.config.ts'],
    extends: [tseslint.configs.strictTypeChecked, tseslint.configs.stylisticTypeChecked],
    languageOptions: { parserOptions: { projectService: true, tsconfigRootDir: import.meta.dirname } },
    rules: {
      '@typescript-eslint/consistent-type-definitions': ['error', 'interface'],
      // The options that are left out would be lax, not as in the strict set.
      '@typescript-eslint/restrict-template-expressions': [
        'error',
        { allowNumber: true, allowAny: false, allowBoolean: false, allowNullish: false, allowRegExp: false },
      ],
      // React event handlers may be async; they handle their own rejections.
      '@typescript-eslint/no-misused-promises': ['error', { checksVoidReturn: { attributes: false } }],
    },
  },
  {
    files: ['src/**/*.{ts,tsx}'],
    plugins: { 'import-x': importX },
    settings: { 'import-x/resolver-next': [createTypeScriptImportResolver({ project: './tsconfig.json' })] },
    rules: {
      'import-x/no-restricted-paths': ['error', { zones }],
      'import-x/no-cycle': 'error',
      'import-x/no-default-export': 'error',
      'no-console': 'error',
    },
  },
  {
    files: ['src/**/*.{ts,tsx}'],
    ignores: ['src/**/*.test.{ts,tsx}'],
    rules: {
      'max-lines-per-function': ['error', { max: 70, skipBlankLines: true, skipComments: true }],
      'no-restricted-syntax': ['error', addressRule, formatRule],
    },
  },
  {
    files: ['src/**/*.test.{ts,tsx}'],
    rules: {
      'no-restricted-imports': [
        'error',
        {
          paths: [
            {
              name: 'msw',
              message:
                'Fake the server with shared/testing/fakes.ts, whose answers have the types of the API.',
            },
          ],
        },
      ],
    },
  },
  {
    files: ['src/shared/paths.ts', 'src/shared/api/**/*.ts', 'src/shared/lib/{format,zone}.ts'],
    rules: { 'no-restricted-syntax': 'off' },
  },
  {
    files: ['src/**/*.tsx'],
    extends: [jsxA11y.flatConfigs.strict],
  },
  {
    files: ['src/**/*.{ts,tsx}'],
    extends: [reactHooks.configs.flat['recommended-latest']],
  },
  {
    files: ['e2e/**/*.e2e.ts'],
    extends: [playwright.configs['flat/recommended']],
    rules: {
      // Shared expectations of flows.
      'playwright/expect-expect': ['error', { assertFunctionPatterns: ['^expect'] }],
    },
  },
  {
    files: ['*.{js,mjs}', 'scripts/**/*.mjs', 'public/*.js'],
    languageOptions: {
      globals: Object.fromEntries(
        [
          'process',
          'console',
          'URL',
          'fetch',
          'setTimeout',
          'clearTimeout',
          'document',
          'window',
          'localStorage',
          'AbortSignal',
        ].map((name) => [name, 'readonly']),
      ),
    },
  },
);
