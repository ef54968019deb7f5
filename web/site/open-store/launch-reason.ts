import { useTranslation } from 'react-i18next'

/** The sentence of the published rule that decided the launch day. */
export function useLaunchReason(): (reason: string) => string {
  const { t, i18n } = useTranslation('store-details')
  return (reason) => {
    const key = `launchReason.${reason}`
    // Safe: only a key that the texts have.
    const known = i18n.exists(`store-details:${key}`) ? (key as 'launchReason.other') : null
    return t(known ?? 'launchReason.other')
  }
}
