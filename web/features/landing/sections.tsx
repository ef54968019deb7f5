import { Audiences } from './audiences.tsx'
import { Benefits } from './benefits.tsx'
import { Comparison } from './comparison.tsx'
import { Demonstration } from './demonstration.tsx'
import { Evidence } from './evidence.tsx'
import { Method } from './method.tsx'
import { PreviewSection } from './preview-section.tsx'
import { Proof } from './proof.tsx'
import { Testimonials } from './testimonials.tsx'

/** Everything below the first screen. */
export function Sections() {
  return (
    <>
      <PreviewSection />
      <Comparison />
      <Demonstration />
      <Method />
      <Evidence />
      <Benefits />
      <Audiences />
      <Proof />
      <Testimonials />
    </>
  )
}
