import type { Page } from '@playwright/test'

/** Controls of the page itself, without header and footer. */
export const button = (page: Page, name: string) =>
  page.getByRole('main').getByRole('button', { name, exact: true })
export const field = (page: Page, label: string) =>
  page.getByRole('main').getByLabel(label, { exact: true })
