import { pageLoader } from '#web/lib/page-loader.ts'

export { PlanPage as Component } from '#web/features/settings/plan-page.tsx'

export const loader = pageLoader(['pricing'])
