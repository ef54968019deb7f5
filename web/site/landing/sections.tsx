import { Comparison } from './comparison.tsx'
import { Demonstration } from './demonstration.tsx'
import { Facts } from './facts.tsx'
import { Jobs } from './jobs.tsx'
import { PlansOverview } from './plans-overview.tsx'
import { PreviewSection } from './preview-section.tsx'
import { Questions } from './questions.tsx'
import { Testimonials } from './testimonials.tsx'

/** Everything below the first screen: show, let touch, explain, prove, price, reassure. */
export function Sections() {
  return (
    <>
      <PreviewSection />
      <Jobs />
      <Comparison />
      <Demonstration />
      <Facts />
      <PlansOverview />
      <Testimonials />
      <Questions />
    </>
  )
}
