import { Audiences } from './audiences.tsx'
import { Closing } from './closing.tsx'
import { Evidence } from './evidence.tsx'
import { Hero } from './hero.tsx'
import { Method } from './method.tsx'
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
