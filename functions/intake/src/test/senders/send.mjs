// Sends one delivery of an event, signed with the library that the sender publishes, and prints the answer as JSON.
//   node send.mjs stripe|github|standard-webhooks URL SECRET ID ATTEMPT
import { sign } from "@octokit/webhooks-methods";
import { Webhook } from "standardwebhooks";
import Stripe from "stripe";

const [sender, url, secret, id, attempt] = process.argv.slice(2);

// Stripe says in the event how many deliveries are still due, so each has a body of its own.
function fromStripe() {
  const event = { id, object: "event", type: "invoice.paid", pending_webhooks: 3 - attempt, data: { object: {} } };
  const payload = JSON.stringify(event, null, 2);
  return { headers: { "stripe-signature": Stripe.webhooks.generateTestHeaderString({ payload, secret }) }, payload };
}

async function fromGitHub() {
  const payload = JSON.stringify({ action: "opened", issue: { number: 1, title: "Déjà vu" } });
  const signature = await sign(secret, payload);
  return { headers: { "x-github-delivery": id, "x-github-event": "issues", "x-hub-signature-256": signature }, payload };
}

function fromStandardWebhooks() {
  const payload = JSON.stringify({ type: "user.created", timestamp: "2026-11-18T00:00:00Z", data: { id: "1" } });
  const now = new Date();
  const seconds = Math.floor(now / 1000).toString();
  const signature = new Webhook(secret).sign(id, now, payload);
  return { headers: { "webhook-id": id, "webhook-timestamp": seconds, "webhook-signature": signature }, payload };
}

const senders = { stripe: fromStripe, github: fromGitHub, "standard-webhooks": fromStandardWebhooks };
const { headers, payload } = await senders[sender]();
const answer = await fetch(url, {
  method: "POST",
  headers: { "content-type": "application/json", ...headers },
  body: payload,
});
console.log(JSON.stringify({
  status: answer.status,
  replayed: answer.headers.get("idempotent-replayed"),
  location: answer.headers.get("location"),
}));
