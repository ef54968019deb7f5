/** The vendor behind the `apiClientId` of an app pixel, confirmed by the configurations of several shops. */
export const PIXEL_VENDORS: Record<string, string> = {
  '2329312': 'Facebook & Instagram (Meta)',
  '1780363': 'Google & YouTube',
  '3009811': 'Pinterest',
  '4383523': 'TikTok',
  '2556259': 'Snapchat',
  '123074': 'Klaviyo',
  '2509311': 'Elevar',
  '683015': 'Judge.me',
  '461977': 'Wisepops',
  '7521861633': 'Shoplift',
  '256560922625': 'Axon (AppLovin)',
  '4339901': 'Zipify OCU',
  '2753413': 'Triple Whale',
  '2328352': 'Postscript',
}

/** Vendors that we only assume; their facts are labelled `inferred`. */
export const LIKELY_VENDORS = new Set(['2753413', '2328352'])

/** Keys of a configuration that hold the public id of the pixel, most specific first. */
export const PIXEL_ID_KEYS = [
  'pixel_id',
  'pixelId',
  'pixelID',
  'pixelCode',
  'pixel_code',
  'tagID',
  'tagId',
  'tag_id',
  'accountID',
  'accountId',
  'account_id',
  'companyId',
  'company_id',
  'siteId',
  'site_id',
  'propertyId',
  'measurementId',
  'trackingId',
  'publisherId',
  'advertiserId',
  'merchantId',
  'conversionId',
]

export const GOOGLE_CLIENT_ID = '1780363'
/** The platform's own two pixels, which are on every page. */
export const PLATFORM_CLIENT_ID = 'shopify-pixel'
