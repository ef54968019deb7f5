import { pageLoader } from '#web/lib/page-loader.ts'

export { NotFoundPage as Component } from '#web/features/not-found/not-found-page.tsx'

export const loader = pageLoader([])
