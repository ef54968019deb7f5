import { Audiences } from '#web/features/landing/audiences.tsx'
import { Closing } from '#web/features/landing/closing.tsx'
import { Evidence } from '#web/features/landing/evidence.tsx'
import { Hero } from '#web/features/landing/hero.tsx'
import { Method } from '#web/features/landing/method.tsx'
import { PageMeta } from '#web/lib/page-meta.tsx'

export function LandingPage() {
  return (
    <>
      <PageMeta page="home" />
      <Hero />
      <Method />
      <Evidence />
      <Audiences />
      <Closing />
    </>
  )
}
