/** The body of a callback about an issued certificate. */
export function callbackEvent(certificate = "cert-1", order = "order-1") {
  return {
    action_type: "order",
    action_id: "order:issued",
    order_id: order,
    order_status: "issued",
    cert_id: certificate,
    message: "Ihr Zertifikat ist da ✓",
  };
}
