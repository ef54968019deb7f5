import { pageLoader } from '#web/lib/page-loader.ts'

export { StoreListPage as Component } from '#web/features/store-list/store-list-page.tsx'

export const loader = pageLoader(['list', 'date-picker'])
