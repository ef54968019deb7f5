import { Blocks, Handshake, PackageSearch, Store } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { SlideCard, SlidesSection } from './slides-section.tsx'

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
    return { key: name, title, content: <SlideCard icon={icon} title={title} text={text} note={note} /> }
  })
  return <SlidesSection title={t('audiences.title')} intro={t('audiences.intro')} slides={slides} />
}
