import { pageLoader } from '#web/lib/page-loader.ts'

export { DashboardPage as Component } from '#web/features/dashboard/dashboard-page.tsx'

export const loader = pageLoader(['date-picker'])
