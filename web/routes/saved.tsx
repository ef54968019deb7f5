import { ComingPage } from '#web/features/coming/coming-page.tsx'
import { SavedAccess } from '#web/features/saved/saved-access.tsx'
import { pageLoader } from '#web/lib/page-loader.ts'

export const loader = pageLoader(['saved'])

export function Component() {
  return (
    <SavedAccess>
      <ComingPage page="saved" />
    </SavedAccess>
  )
}
