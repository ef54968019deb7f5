export const PLATFORM_ADDRESSES = [
  '23.227.38.65',
  '23.227.38.32',
  '23.227.38.74',
  '23.227.38.36',
] as const
export const PLATFORM_ADDRESS_6 = '2620:127:f00f:5::'
export const PLATFORM_ALIAS = 'shops.myshopify.com'
