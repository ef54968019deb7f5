export { PlanPage as Component } from '#web/features/settings/plan-page.tsx'
