import { CalendarCheck, Equal, FileSearch, Gauge, PackageOpen, Radio } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { SlideCard, SlidesSection } from './slides-section.tsx'

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
