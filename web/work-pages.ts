import type { Module } from './router.tsx'

/**
 * Pages for members, and pages that links in mails open. They are listed apart because their list
 * names some 200 scripts, which no visitor needs.
 */
export const workPages = import.meta.glob<Module>([
  './{catalog,operator,workspace}/**/*-{page,layout}.tsx',
  './accounts/{email-verification,password-reset,settings}/*-{page,layout}.tsx',
  './accounts/undo-deletion-page.tsx',
  './billing/plan/*-page.tsx',
  './site/newsletter-page.tsx',
  '!./accounts/settings/settings-page.tsx', // a part of the settings' pages
])
