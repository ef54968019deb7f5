import {
  Blocks,
  CalendarCheck,
  Equal,
  FileSearch,
  Gauge,
  Handshake,
  type LucideIcon,
  PackageOpen,
  PackageSearch,
  Radio,
  Store,
} from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { Carousel, type Slide } from '#web/ui/carousel.tsx'

const benefits = [
  { name: 'early', icon: Radio },
  { name: 'dated', icon: CalendarCheck },
  { name: 'evidence', icon: FileSearch },
  { name: 'followed', icon: PackageOpen },
  { name: 'together', icon: Equal },
  { name: 'measured', icon: Gauge },
] as const

export function Benefits() {
  const { t } = useTranslation('pricing')
  const slides = benefits.map(({ name, icon }) => {
    const title = t(`benefits.items.${name}.title`)
    const text = t(`benefits.items.${name}.text`)
    return { key: name, title, content: <SlideCard icon={icon} title={title} text={text} /> }
  })
  return <SlidesSection title={t('benefits.title')} intro={t('benefits.intro')} slides={slides} />
}

const audiences = [
  { name: 'owners', icon: Store, plan: 'pro' },
  { name: 'researchers', icon: PackageSearch, plan: 'pro' },
  { name: 'agencies', icon: Handshake, plan: 'plus' },
  { name: 'makers', icon: Blocks, plan: 'plus' },
] as const

export function Audiences() {
  const { t } = useTranslation('pricing')
  const slides = audiences.map(({ name, icon, plan }) => {
    const title = t(`audiences.items.${name}.title`)
    const note = t('audiences.fits', { plan: t(`plans.${plan}.name`) })
    const text = t(`audiences.items.${name}.text`)
    return {
      key: name,
      title,
      content: <SlideCard icon={icon} title={title} text={text} note={note} />,
    }
  })
  return <SlidesSection title={t('audiences.title')} intro={t('audiences.intro')} slides={slides} />
}

type Props = { title: string; intro: string; slides: readonly Slide[] }

function SlidesSection({ title, intro, slides }: Props) {
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

function SlideCard({ icon: Icon, title, text, note }: SlideCardProps) {
  return (
    <div className="flex flex-col rounded-lg border border-line bg-surface p-6 sm:p-8">
      <Icon className="size-7 text-link" strokeWidth={1.6} aria-hidden />
      <h3 className="mt-5 text-xl">{title}</h3>
      <p className="mt-2.5 max-w-prose text-muted sm:text-lg">{text}</p>
      {note && <p className="mt-auto pt-5 text-sm font-semibold">{note}</p>}
    </div>
  )
}
