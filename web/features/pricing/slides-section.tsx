import type { LucideIcon } from 'lucide-react'
import { Carousel, type Slide } from '#web/ui/carousel.tsx'

type Props = { title: string; intro: string; slides: readonly Slide[] }

/** The introduction beside the slides; above them on phones. */
export function SlidesSection({ title, intro, slides }: Props) {
  return (
    <section className="page mt-18 grid gap-x-14 gap-y-7 sm:mt-24 lg:grid-cols-[minmax(0,1fr)_minmax(0,2fr)]">
      <div>
        <h2 className="text-2xl">{title}</h2>
        <p className="mt-3 max-w-md text-muted">{intro}</p>
      </div>
      <Carousel label={title} slides={slides} />
    </section>
  )
}

type SlideCardProps = { icon: LucideIcon; title: string; text: string; note?: string }

export function SlideCard({ icon: Icon, title, text, note }: SlideCardProps) {
  return (
    <div className="flex flex-col rounded-lg border border-line bg-surface p-6 sm:p-8">
      <Icon className="size-7 text-link" strokeWidth={1.6} aria-hidden />
      <h3 className="mt-5 text-xl">{title}</h3>
      <p className="mt-2.5 max-w-prose text-muted sm:text-lg">{text}</p>
      {note && <p className="mt-auto pt-5 text-sm font-semibold">{note}</p>}
    </div>
  )
}
