import { useTranslation } from 'react-i18next'
import { appIdOf, PolicyKind, SocialNetwork } from '#contracts/catalog/facts.ts'
import { changes, type TimelineEvent } from '#contracts/catalog/timeline.ts'
import { NETWORK_NAMES } from '#web/lib/i18n/network-names.ts'

/** Apart from the rows of a timeline, whose pop-ups the first load of Today does not need. */
export function useItemText(): (event: TimelineEvent) => string | null {
  const { t } = useTranslation('store-details')
  return ({ kind, item }) => {
    if (item === null) return null
    if (changes(kind, 'policies')) {
      const policy = PolicyKind.safeParse(item).data
      return policy ? t(`policyKind.${policy}`) : item
    }
    if (changes(kind, 'socials')) {
      const network = SocialNetwork.safeParse(item).data
      return network ? NETWORK_NAMES[network] : item
    }
    if (changes(kind, 'pixels')) {
      const appId = appIdOf(item)
      return appId === null ? item : t('appId', { id: appId })
    }
    return item
  }
}
