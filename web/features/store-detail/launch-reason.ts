import type storeDetails from '#i18n/locales/en/store-details.json'

type LaunchReason = Exclude<keyof (typeof storeDetails)['launchReason'], 'other'>

/** The rules that the locale files explain. A newer server may send a rule that is missing here. */
const reasons: Record<LaunchReason, true> = {
  seen_opening: true,
  recent_products: true,
  recent_assets: true,
  recent_shop_id: true,
  empty_and_recent: true,
  old_products: true,
  old_assets: true,
  imported_catalogue: true,
  old_shop_id: true,
  old_certificate: true,
  no_evidence: true,
}

export const isLaunchReason = (text: string): text is LaunchReason => Object.hasOwn(reasons, text)
