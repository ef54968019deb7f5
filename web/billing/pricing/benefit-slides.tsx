import { useTranslation } from 'react-i18next'
import { Carousel, type Slide } from '#web/ui/carousel.tsx'

const benefits = ['early', 'dated', 'evidence', 'followed', 'together', 'measured'] as const

export function Benefits() {
  const { t } = useTranslation('pricing')
  const slides = benefits.map((name) => {
    const title = t(`benefits.items.${name}.title`)
    const text = t(`benefits.items.${name}.text`)
    return { key: name, title, content: <SlideText title={title} text={text} /> }
  })
  return <SlidesSection title={t('benefits.title')} slides={slides} />
}

const audiences = { owners: 'pro', researchers: 'pro', agencies: 'plus', makers: 'plus' } as const
const audienceNames = ['owners', 'researchers', 'agencies', 'makers'] as const

export function Audiences() {
  const { t } = useTranslation('pricing')
  const slides = audienceNames.map((name) => {
    const title = t(`audiences.items.${name}.title`)
    const note = t(`plans.${audiences[name]}.name`)
    const text = t(`audiences.items.${name}.text`)
    return { key: name, title, content: <SlideText title={title} text={text} note={note} /> }
  })
  return <SlidesSection title={t('audiences.title')} slides={slides} />
}

/** A row in which all slides fit on wide screens; elsewhere it is swiped. */
const SlidesSection = ({ title, slides }: { title: string; slides: readonly Slide[] }) => (
  <section className="mt-10">
    <h2 className="mb-5 text-2xl">{title}</h2>
    <Carousel label={title} slides={slides} />
  </section>
)

const SlideText = ({ title, text, note }: { title: string; text: string; note?: string }) => (
  <div className="flex flex-col py-4 pe-5 @[74rem]:not-[li:first-child_&]:ps-5">
    <h3 className="text-base">{title}</h3>
    <p className="mt-1.5 text-sm text-muted">{text}</p>
    {note && <p className="mt-auto pt-2 text-sm font-semibold text-sun-ink">{note}</p>}
  </div>
)
